"use client"

import { useWindowVirtualizer } from "@tanstack/react-virtual"
import { useLayoutEffect, useRef, useState, type ReactNode } from "react"
import { ownValue } from "@/lib/memory/text/own-value"
import { type KeyBinding, useListKeys } from "./keyboard-shortcuts"

/** The height of the page header and the table head, which stay above the scrolled rows. */
const COVERED_PX = 80

interface VirtualRowsOptions {
  readonly count: number
  /** The expected height of a row, in pixels. */
  readonly pxOf: (index: number) => number
  readonly keyOf: (index: number) => string
  /** Returns false for rows that the keys skip, such as headings. Default: the keys reach all rows. */
  readonly isStop?: (index: number) => boolean
}

/**
 * Returns the rendered rows of a virtual list, the heights of the spacers above and below, and functions that
 * show a row and that move the focus between rows.
 */
export function useVirtualRows<Body extends HTMLElement = HTMLTableSectionElement>({
  count,
  pxOf,
  keyOf,
  isStop = () => true,
}: VirtualRowsOptions) {
  const body = useRef<Body>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(
    () => setTop(body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- its results are read in this render only
  const rows = useWindowVirtualizer({
    count,
    estimateSize: pxOf,
    getItemKey: keyOf,
    overscan: 12,
    scrollMargin: top,
    scrollPaddingStart: COVERED_PX,
    initialRect: { width: 1_200, height: 1_200 },
  })
  const drawn = rows.getVirtualItems()
  /** Index of the row to focus once it is rendered; null: none. */
  const wanted = useRef<number | null>(null)
  const focusWanted = () => {
    const target = wanted.current === null ? null : targetIn(body.current, wanted.current)
    if (!target) return
    wanted.current = null
    target.focus({ preventScroll: true })
  }
  useLayoutEffect(focusWanted)
  const step = (by: 1 | -1) => {
    let next = focusedIndex(body.current) ?? (by > 0 ? -1 : count)
    do next += by
    while (next >= 0 && next < count && !isStop(next))
    if (next < 0 || next >= count) return
    wanted.current = next
    rows.scrollToIndex(next)
    focusWanted()
  }
  return {
    body,
    drawn,
    above: (drawn[0]?.start ?? top) - top,
    below: rows.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top),
    measure: rows.measureElement,
    show: (index: number) => rows.scrollToIndex(index),
    step,
  }
}

/**
 * Returns the element of a row that a key focuses: its first link, input or button, except the checkbox that
 * selects the row. Null if the row is not rendered.
 */
const targetIn = (body: HTMLElement | null, index: number): HTMLElement | null =>
  body?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, input:not([data-select]), button)`) ?? null

/** Returns the index of the row with the focus, or null. */
function focusedIndex(body: HTMLElement | null): number | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-index]")
  return row && body?.contains(row) ? Number(row.dataset.index) : null
}

/** Position of a row in a virtual table, and the function that measures the row. */
export interface VirtualRow {
  /** Index from 0. The row must have it in `data-index`. */
  readonly index: number
  /** Value of `aria-rowindex`. The head is row 1. */
  readonly position: number
  readonly measure: (row: HTMLTableRowElement | null) => void
}

interface VirtualTableProps<Line extends { readonly kind: string }> {
  label: string
  head: ReactNode
  lines: readonly Line[]
  /** The expected height of each kind of line, in pixels. */
  px: Readonly<Record<Line["kind"], number>>
  keyOf: (line: Line) => string
  /** Returns true for lines that the keys reach. */
  isStop: (line: Line) => boolean
  renderRow: (line: Line, row: VirtualRow, key: string) => ReactNode
  /** The keys of the table. Null: none. */
  keys: {
    /** The heading in the keyboard help. */
    readonly title: string
    /** The name of a row: "agent". */
    readonly row: string
    readonly opens?: string
    readonly more?: readonly KeyBinding[]
  } | null
  className?: string
}

/** A table that renders only the rows near the window. Keys step through its rows. */
export function VirtualTable<Line extends { readonly kind: string }>(props: VirtualTableProps<Line>) {
  const { label, head, lines, px, keyOf, isStop, renderRow, keys, className = "" } = props
  const { body, drawn, above, below, measure, step } = useVirtualRows({
    count: lines.length,
    pxOf: (index) => ownValue<number>(px, lines[index]?.kind ?? "") ?? 0,
    keyOf: (index) => keyAt(lines[index], keyOf),
    isStop: (index) => lines[index] !== undefined && isStop(lines[index]),
  })
  return (
    <div className={`rounded-lg border border-line bg-surface ${className}`}>
      {keys ? <TableKeys {...keys} step={step} /> : null}
      <table
        aria-label={label}
        aria-rowcount={lines.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        {head}
        <tbody ref={body}>
          <GapRow height={above} />
          {drawn.map(({ index }) => {
            const line = lines[index]
            return line ? renderRow(line, { index, position: index + 2, measure }, keyOf(line)) : null
          })}
          <GapRow height={below} />
        </tbody>
      </table>
    </div>
  )
}

const keyAt = <Line,>(line: Line | undefined, keyOf: (line: Line) => string): string =>
  line === undefined ? "" : keyOf(line)

type TableKeysProps = NonNullable<VirtualTableProps<{ kind: string }>["keys"]> & {
  readonly step: (by: 1 | -1) => void
}

/** Binds the keys of a table. Renders nothing. */
function TableKeys({ title, ...keys }: TableKeysProps): null {
  useListKeys(title, keys)
  return null
}

/** A spacer for rows that are not rendered. */
export function GapRow({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null
}
