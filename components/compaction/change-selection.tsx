"use client"

import { useCallback, useEffect, useRef, useState, type ReactNode, useId } from "react"
import { type KeyBinding, useKeys, stepKeys } from "@/components/data/keyboard-shortcuts"
import { Link } from "@/components/ui/link"
import { Tag } from "@/components/ui/tag"

interface Ticks {
  /** Indexes of the rows in display order. */
  readonly indices: readonly number[]
  /** Rows that cannot be selected: already proposed, or the person may only read. */
  readonly fixed: ReadonlySet<number>
  /** Rows that are not selected at first. Default: none. */
  readonly untickedFirst?: ReadonlySet<number>
  /** Noun for a row: "addition". */
  readonly what: string
  readonly onPropose: () => void
}

/**
 * Returns the selected rows (at first all but `untickedFirst`) and the current row, with the keyboard shortcuts that change them.
 */
export function useTicks({ indices, fixed, untickedFirst = new Set(), what, onPropose }: Ticks) {
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(untickedFirst)
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
  useFocusOnKey(current, byKey)
  const toggleCurrent = () => (current === null ? undefined : toggle(current))
  useSpaceBar(toggleCurrent)
  const go = useCallback(
    (index: number) => setAt((at) => (at.current === index ? at : { current: index, byKey: false })),
    [],
  )
  const none = free.length > 0 && ticked.length === 0
  const toggleAll = () => setUnticked(none ? new Set() : new Set(free))
  const tickKeys: KeyBinding[] = [
    { keys: "x", does: "Select or deselect row", run: toggleCurrent },
    { keys: "Space", does: "Select or deselect row" },
    { keys: "X", does: none ? "Select all" : "Clear selection", run: toggleAll },
  ]
  const keys: KeyBinding[] = [
    ...stepKeys({ row: what, step, arrows: true }),
    ...(free.length > 0 ? tickKeys : []),
    { keys: "p", does: "Propose selection", run: onPropose },
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

export type TickedRows = ReturnType<typeof useTicks>

/** Focuses the current row after a key moved to it, so that the space bar toggles its checkbox. */
function useFocusOnKey(current: number | null, byKey: boolean): void {
  useEffect(() => {
    if (!byKey) return
    const row = document.querySelector<HTMLElement>(`[data-tick="${current}"]`)
    const box = row?.querySelector<HTMLElement>("input") ?? row
    box?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: "nearest" })
  }, [current, byKey])
}

/** Handles the space bar while no element has the focus. The browser would scroll the page. */
function useSpaceBar(run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key !== " " || event.target !== document.body || event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener("keydown", handle)
    return () => window.removeEventListener("keydown", handle)
  }, [])
}

interface TickRowProps {
  index: number
  ticks: TickedRows
  /** The text, which labels the checkbox. */
  statement: ReactNode
  /** Address of the waiting proposal of the change; null: none. */
  waits?: string | null
  /** True if the change is not selected at first, so that a person reads it before selecting it. */
  needsLook?: boolean
  /** Number of lines that the change saves, shown at the right. */
  figure?: ReactNode
  children: ReactNode
}

/** A change that can be selected. A click on the row shows its details. */
export function TickRow({
  index,
  ticks,
  statement,
  waits = null,
  needsLook = false,
  figure,
  children,
}: TickRowProps) {
  const id = useId()
  const isCurrent = ticks.current === index
  const isFixed = ticks.fixed.has(index)
  const isTicked = ticks.isTicked(index)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the checkbox does the same by keyboard
    <li
      data-tick={index}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => ticks.go(index)}
      onFocus={() => ticks.go(index)}
      className={`flex scroll-my-16 gap-2.5 border-l-2 px-3.5 py-2 md:px-6.5 ${isCurrent ? "border-l-accent bg-accent-wash" : "border-l-transparent hover:bg-raised"}`}
    >
      {isFixed ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focus shows the details of the row
        <span tabIndex={0} className="mt-1 size-3.5 shrink-0 rounded-sm border border-line-strong bg-raised">
          <span className="sr-only">{waits === null ? "Cannot be selected" : "Already proposed"}</span>
        </span>
      ) : (
        <input
          type="checkbox"
          aria-labelledby={id}
          checked={isTicked}
          onChange={() => ticks.toggle(index)}
          className="mt-1 size-3.5 shrink-0 accent-accent"
        />
      )}
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex items-start gap-3">
          <span
            id={id}
            className={`min-w-0 flex-1 ${isTicked || isFixed || needsLook ? "" : "text-ink-3 line-through"}`}
          >
            {statement}
          </span>
          {needsLook ? <Tag tone="caution">needs attention</Tag> : null}
          {figure}
        </span>
        {children}
        {waits === null ? null : (
          <span className="text-sm">
            <Tag tone="caution">already proposed</Tag>{" "}
            <Link href={waits} className="text-link">
              View proposal
            </Link>
          </span>
        )}
      </span>
    </li>
  )
}
