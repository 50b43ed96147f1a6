/** The value of a cell. Null is an empty cell. */
export type Cell = string | number | null

/**
 * Returns a table as CSV (RFC 4180), with the names of its columns first. A text that a spreadsheet could take for a formula gets an
 * apostrophe before it, so that opening the file runs nothing that an agent wrote. Spreadsheets pass over blanks, control characters and
 * invisible characters at the start of a cell, and take full-width signs (＝ ＋ － ＠) for the plain ones.
 */
export function csvOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")
}

function cellOf(cell: Cell): string {
  if (cell === null) return ""
  if (typeof cell === "number") return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠−﹢﹣﹦﹫]|[\t\r])/u
