"use client"

import { useRef, useState } from "react"

export interface FileSelection {
  readonly paths: ReadonlySet<string>
  /** Toggles a file. With `range`, also sets all files between it and the last one. */
  toggle(path: string, range: boolean): void
  /** Selects all files, or none if all are selected. */
  toggleAll(paths: readonly string[]): void
  clear(): void
}

/** Returns the selection. `order`: the paths as listed. */
export function useChosen(order: readonly string[]): FileSelection {
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
