"use client"

import { ownValue } from "@/lib/memory/text/own-value"
import type { ReactNode } from "react"
import { type KeyBinding } from "../keys"
import { useListKeys } from "../use-list-keys"
import { GapRow } from "./spacer-row"
import { useVirtualRows } from "./use-virtual-rows"

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
