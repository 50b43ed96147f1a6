import { type Diff, diffLines, type DiffPiece, type DiffRow } from "@/components/text/diff-lines"
import type { ExcerptChange } from "./proposal-types"

/**
 * Returns the line diff of a proposal. In a new line, only the entry text is marked. Markup that the format
 * adds, such as a bullet, a date or a key, is not.
 */
export function diffExcerpt({ line, before, after }: ExcerptChange, statements: readonly string[]): Diff {
  const diff = diffLines(before, after, line)
  const wanted = statements
    .flatMap((statement) => statement.split(/\r\n|\r|\n/))
    .map((one) => one.trim())
    .filter((one) => one !== "")
  return wanted.length === 0 ? diff : { ...diff, rows: diff.rows.map((row) => marked(row, wanted)) }
}

function marked(row: DiffRow, wanted: readonly string[]): DiffRow {
  if (row.kind !== "add" || row.movedFrom !== null || row.pieces.some((piece) => piece.changed)) return row
  const text = row.pieces.map((piece) => piece.text).join("")
  const found = wanted.filter((one) => text.includes(one)).toSorted((a, b) => b.length - a.length)[0]
  if (found === undefined) return row
  const at = text.lastIndexOf(found)
  const pieces: DiffPiece[] = [
    { text: text.slice(0, at), changed: false },
    { text: found, changed: true },
    { text: text.slice(at + found.length), changed: false },
  ]
  return { ...row, pieces: pieces.filter((piece) => piece.text !== "") }
}
