"use client"

import { useRef, useState } from "react"

export interface Chosen {
  readonly paths: ReadonlySet<string>
  /** Turns one on or off; with `range`, all between it and the last one get the same. */
  toggle(path: string, range: boolean): void
  /** All of them, or none where all are chosen already. */
  toggleAll(paths: readonly string[]): void
  clear(): void
}

/** Which files of a list are chosen; `order` is the list as it is drawn. */
export function useChosen(order: readonly string[]): Chosen {
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(null)
  const set = (some: readonly string[], on: boolean) =>
    setPaths((before) => {
      const next = new Set(before)
      for (const one of some) {
        if (on) next.add(one)
        else next.delete(one)
      }
      return next
    })
  return {
    paths,
    toggle: (path, range) => {
      const on = !paths.has(path)
      const [from, to] = [last.current === null ? -1 : order.indexOf(last.current), order.indexOf(path)]
      set(
        range && from >= 0 && to >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [path],
        on,
      )
      last.current = path
    },
    toggleAll: (some) => set(some, !some.every((one) => paths.has(one))),
    clear: () => setPaths(new Set()),
  }
}
