import { itemShape } from "./markdown/entry-shape"
import { normalize } from "./markdown/rewriting"
import { readStatement } from "./markdown/statement"

/**
 * Returns the text of an entry that an agent proposes, as it is stored. Agents often send a whole line of their memory file: bullet and
 * date tag are removed, and the date is used. For JSON formats the text stays as it is.
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
 * Returns the lines of a list item without its bullet. Lines below the bullet move left with the text.
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
