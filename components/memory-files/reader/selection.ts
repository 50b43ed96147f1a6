import type { FileRow, LineRow } from "@/lib/memory/memory-files/file-rows"

/**
 * A row with its anchor in the URL: its line, with a number if several entries share the line, as in "12" or
 * "1.3".
 */
export interface AnchoredRow {
  readonly row: FileRow
  readonly anchor: string
}

export function anchorRows(rows: readonly FileRow[]): AnchoredRow[] {
  const seen = new Map<number, number>()
  return rows.map((row) => {
    if (row.kind !== "line") return { row, anchor: "" }
    const nth = seen.get(row.line) ?? 0
    seen.set(row.line, nth + 1)
    return { row, anchor: nth === 0 ? String(row.line) : `${row.line}.${nth}` }
  })
}

export interface SelectedLine {
  /** Index of the selected row. */
  readonly index: number
  readonly row: LineRow
  readonly anchor: string
}

/**
 * Returns the row that the URL names, or the entry that contains its line if the line is not shown. Null if
 * there is none.
 */
export function findSelection(rows: readonly AnchoredRow[], wanted: string | null): SelectedLine | null {
  if (wanted === null || !/^\d{1,9}(?:\.\d{1,6})?$/.test(wanted)) return null
  const exact = rows.findIndex((one) => one.anchor === wanted)
  const line = Number.parseInt(wanted, 10)
  const index = exact >= 0 ? exact : rows.findLastIndex(({ row }) => row.kind === "line" && row.line <= line)
  const found = rows[index]
  return found?.row.kind === "line" ? { index, row: found.row, anchor: found.anchor } : null
}

/** Returns the rows of the selected entry, including problems between its lines. */
export function selectedRange(
  rows: readonly AnchoredRow[],
  { index, row }: SelectedLine,
): { from: number; to: number } {
  const isOurs = (at: number) => {
    const one = rows[at]?.row
    return one !== undefined && (one.kind !== "line" || (row.entry !== undefined && one.entry === row.entry))
  }
  let [from, to] = [index, index]
  while (isOurs(from - 1)) from -= 1
  while (isOurs(to + 1)) to += 1
  return { from, to }
}

/** Returns the index of the next or previous entry. Null if there is none. */
export function stepEntry(rows: readonly AnchoredRow[], from: number | null, by: 1 | -1): number | null {
  const own = from === null ? undefined : entryOf(rows[from])
  const before = by > 0 ? -1 : rows.length
  for (let index = (from ?? before) + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index]?.row
    if (row?.kind === "line" && row.first && row.entry !== own) return index
  }
  return null
}

function entryOf(one: AnchoredRow | undefined): number | undefined {
  return one?.row.kind === "line" ? one.row.entry : undefined
}
