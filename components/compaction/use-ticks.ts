"use client"

import { useCallback, useEffect, useRef, useState } from "react"
import { type KeyBinding, useKeys } from "@/components/data/keys"

interface Ticks {
  /** In the order in which they are drawn. */
  readonly indices: readonly number[]
  /** They wait already, or the person may only read: they cannot be ticked. */
  readonly fixed: ReadonlySet<number>
  /** What one of them is called: "addition". */
  readonly what: string
  readonly onPropose: () => void
}

/** Which of what would be proposed is ticked, all at first, and which one is looked at; by mouse or by keys. */
export function useTicks({ indices, fixed, what, onPropose }: Ticks) {
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const [{ current, byKey }, setAt] = useState<{ current: number | null; byKey: boolean }>({
    current: indices[0] ?? null,
    byKey: false,
  })
  const free = indices.filter((one) => !fixed.has(one))
  const ticked = free.filter((one) => !unticked.has(one))
  const toggle = useCallback(
    (index: number) => {
      if (fixed.has(index)) return
      setUnticked((before) => {
        const next = new Set(before)
        if (!next.delete(index)) next.add(index)
        return next
      })
    },
    [fixed],
  )
  const step = (by: 1 | -1) => {
    const next = indices[indices.indexOf(current ?? NaN) + by]
    if (next !== undefined) setAt({ current: next, byKey: true })
  }
  // A row that a key went to has the focus: the space bar ticks it as any box.
  useEffect(() => {
    if (!byKey) return
    const row = document.querySelector<HTMLElement>(`[data-tick="${current}"]`)
    const box = row?.querySelector<HTMLElement>("input") ?? row
    box?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: "nearest" })
  }, [current, byKey])

  // Before any row has the focus the space bar would only scroll.
  const toggleCurrent = () => (current === null ? undefined : toggle(current))
  const act = useRef(toggleCurrent)
  useEffect(() => {
    act.current = toggleCurrent
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== " " || event.target !== document.body || event.defaultPrevented) return
      event.preventDefault()
      act.current()
    }
    window.addEventListener("keydown", hear)
    return () => window.removeEventListener("keydown", hear)
  }, [])

  const go = useCallback(
    (index: number) => setAt((at) => (at.current === index ? at : { current: index, byKey: false })),
    [],
  )
  const none = free.length > 0 && ticked.length === 0
  const toggleAll = () => setUnticked(none ? new Set() : new Set(free))
  const keys: KeyBinding[] = [
    { keys: "j", does: `Next ${what}`, run: () => step(1) },
    { keys: "ArrowDown", does: `Next ${what}`, run: () => step(1) },
    { keys: "k", does: `Previous ${what}`, run: () => step(-1) },
    { keys: "ArrowUp", does: `Previous ${what}`, run: () => step(-1) },
    ...(free.length > 0
      ? [
          { keys: "x", does: "Tick or untick it", run: toggleCurrent },
          { keys: "Space", does: "Tick or untick it" },
          { keys: "X", does: none ? "Tick all" : "Untick all", run: toggleAll },
        ]
      : []),
    { keys: "p", does: "Propose what is ticked", run: onPropose },
  ]
  useKeys("Compaction", indices.length === 0 ? keys.slice(-1) : keys)
  return {
    ticked,
    isTicked: (index: number) => !fixed.has(index) && !unticked.has(index),
    current,
    go,
    toggle,
    toggleAll,
    none,
    fixed,
  }
}

export type Ticked = ReturnType<typeof useTicks>
