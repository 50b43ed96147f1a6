import { clip, columnsOf, oneLine, pad, visible } from "../infra/terminal"

/** Maximum width of a column. The text of a row with a longer cell moves to the right. */
const WIDEST = 60

export function citation(entry: { readonly path: string; readonly line: number }): string {
  return `${entry.path}:${entry.line}`
}

/** Returns the suffix of an outranked entry, with the entry that prevails. "" for other entries. */
export function outrankedBy({
  outranked,
}: {
  readonly outranked?: { readonly path: string; readonly line: number; readonly override: boolean } | null
}): string {
  return outranked
    ? `  (outranked by ${citation(outranked)}${outranked.override ? " through an override" : ""})`
    : ""
}

/**
 * Returns a function for the team column of an entry. The column exists only if the entries belong to several
 * teams, because projects of different teams can have the same name.
 */
export function teamsOf(
  entries: readonly { readonly team: string }[],
): (entry: { readonly team: string }) => readonly string[] {
  const several = new Set(entries.map((one) => one.team)).size > 1
  return ({ team }) => (several ? [team] : [])
}

/** Returns one line for each row: its columns, then the text, truncated to `width` columns. */
export function linesOf(
  rows: readonly { readonly head: readonly string[]; readonly text: string }[],
  width: number,
): string {
  const heads = rows.map((row) => row.head.map(visible))
  const columns = (heads[0] ?? []).map((_, column) =>
    Math.min(
      WIDEST,
      heads.reduce((most, head) => Math.max(most, columnsOf(head[column] ?? "")), 0),
    ),
  )
  return rows
    .map((row, place) => {
      const head = (heads[place] ?? [])
        .map((cell, column) => ({ cell, columns: columns[column] ?? 0 }))
        .filter((one) => one.columns > 0)
      const line = `${head.map((one) => pad(one.cell, one.columns)).join("  ")}  ${oneLine(row.text)}`
      return Number.isFinite(width) ? clip(line, width) : line
    })
    .join("\n")
}
