/** What stands in a cell of a table; null: nothing. */
export type Cell = string | number | null

/**
 * A table as CSV (RFC 4180), with the names of its columns first. A text that a spreadsheet would take for a formula gets an apostrophe before
 * it, so that whoever opens the file runs nothing that an agent wrote.
 */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")
}

function cellOf(cell: Cell): string {
  if (cell === null) return ""
  if (typeof cell === "number") return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
