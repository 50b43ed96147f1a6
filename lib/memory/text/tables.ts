/** A row of dashes between the header and the body of a table. */
const DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/

/**
 * True if two lines open a table: a header and a delimiter with the same number of cells.
 *
 *     | Topic | Hook |
 *     |-------|------|
 */
export function opensTable(header: string, delimiter: string): boolean {
  if (!delimiter.includes("|") || !header.includes("|") || !DELIMITER.test(delimiter)) return false
  return cellsOf(header).length === cellsOf(delimiter).length
}

/**
 * Returns the cells of a row without the blanks around them. A pipe after a backslash is part of its cell.
 */
export function cellsOf(row: string): string[] {
  const { start, end } = rowBounds(row)
  return splitCells(row.slice(start, end)).map((cell) => cell.trim())
}

/**
 * Returns the offsets of a row's content between the outer pipes, without the blanks beside them. `end` is
 * exclusive.
 */
export function rowBounds(row: string): { readonly start: number; readonly end: number } {
  let start = row.search(/[^ \t]/)
  if (start < 0) return { start: row.length, end: row.length }
  if (row[start] === "|") start += 1
  let end = row.length
  while (end > start && isBlank(row.charCodeAt(end - 1))) end -= 1
  if (end > start && row[end - 1] === "|" && row[end - 2] !== "\\") end -= 1
  while (end > start && isBlank(row.charCodeAt(end - 1))) end -= 1
  while (start < end && isBlank(row.charCodeAt(start))) start += 1
  return { start, end }
}

export function splitCells(content: string): string[] {
  const cells: string[] = []
  let start = 0
  for (let at = 0; at < content.length; at += 1) {
    if (content[at] === "\\") at += 1
    else if (content[at] === "|") {
      cells.push(content.slice(start, at))
      start = at + 1
    }
  }
  cells.push(content.slice(start))
  return cells
}

/** Returns the cells of a row's content as one text, separated by " | ". */
export const rowText = (content: string): string =>
  splitCells(content)
    .map((cell) => cell.trim())
    .join(" | ")
    .trim()

const isBlank = (code: number) => code === 32 || code === 9

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
