import { itemShape } from "./markdown/entry-shape"
import { normalize } from "./markdown/rewriting"
import { readStatement } from "./markdown/statement"

/**
 * What an agent sends as a statement, as it is to be stored. Agents often send a line of their memory file whole: the bullet and the
 * date tag are the file's, so they come off, and the date is taken as the statement's. A JSON store has neither; its text stays as it is.
 */
export function readProposed(text: string, path: string): { text: string; date: string | null } {
  if (/\.jsonl?$/i.test(path)) return { text, date: null }
  const [first = "", ...rest] = withoutBullet(normalize(text).split("\n"))
  const said = readStatement(first)
  const words = said.strike === null ? first.slice(said.start, said.end) : first
  return words === ""
    ? { text: [first, ...rest].join("\n").trim(), date: null }
    : { text: [words, ...rest].join("\n").trim(), date: said.strike === null ? said.date : null }
}

/**
 * A list item's lines, as far as they are of one item: those that are indented below the bullet move out with the words.
 *
 *     - [2026-11-21] Use X     [2026-11-21] Use X
 *       - for queues           - for queues
 */
function withoutBullet(lines: readonly string[]): string[] {
  const [first = "", ...rest] = lines
  if (!/^(?:[-+*]|\d{1,3}[.)])[ \t]+\S/.test(first)) return [...lines]
  const { before, width } = itemShape(first)
  const indents = rest
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length)
  const inner = Math.min(width, ...indents)
  return [
    first.slice(before.length).trimStart(),
    ...rest.map((line) => (line.trim() === "" ? "" : line.slice(inner))),
  ]
}
