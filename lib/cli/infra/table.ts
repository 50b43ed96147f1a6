import { columnsOf, pad } from "./terminal-text"

/** Returns rows as aligned columns. Numbers are aligned right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell)),
  )
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => columnsOf(row[column] ?? ""))),
  )
  const isNumber = (column: number) => rows.some((row) => typeof row[column] === "number")
  return cells
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : pad(cell, widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

/** Returns a number with its noun: "1 file", "2,000 files". */
export function count(number: number, noun: string): string {
  const plural = noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`
}
