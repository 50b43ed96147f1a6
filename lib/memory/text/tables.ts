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
