import type { Diagnostic, SessionRecord } from "../../memory/memory-files/format"
import { describeBadDate, isDayOrInstant } from "../field-values"
import type { MarkdownDocument } from "../markdown/markdown-document"

/** Reads the lines of a session log: `date · summary · outcome`, also as bullets and with `|` or dashes between. */
export function readSessionLog(document: MarkdownDocument): {
  sessions: SessionRecord[]
  diagnostics: Diagnostic[]
} {
  const sessions: SessionRecord[] = []
  const diagnostics: Diagnostic[] = []
  for (const { line, words } of logLines(document)) {
    const record = readLine(words, line)
    sessions.push(record)
    if (record.date === null) {
      const stated = DATE.exec(withoutBullet(words))?.[1] ?? null
      diagnostics.push({
        line,
        column: 1,
        severity: "warning",
        code: "session-date-missing",
        message:
          stated === null
            ? "This line of the session log has no valid date. Use the format YYYY-MM-DD · summary · outcome"
            : `On this line, ${describeBadDate(stated)}`,
      })
    }
  }
  return { sessions, diagnostics }
}

/**
 * Returns the lines that are records, without headings, comments and fences. Lines nested below a bullet
 * belong to its record.
 */
export function logLines({ blocks, sections, lines }: MarkdownDocument): { line: number; words: string }[] {
  const found: { line: number; words: string }[] = []
  let section = -1
  for (const block of blocks) {
    if (block.kind === "heading") section += 1
    if (!sections[section]?.isLog) continue
    if (block.kind === "item") found.push({ line: block.line, words: nested(lines.text, block) })
    if (block.kind === "paragraph")
      for (let line = block.line; line <= block.endLine; line += 1)
        found.push({ line, words: lines.text(line) })
    if (block.kind === "table")
      for (let line = block.line + 2; line <= block.endLine; line += 1)
        found.push({ line, words: lines.text(line) })
  }
  return found.filter(({ words }) => withoutBullet(words) !== "")
}

/** Returns the lines nested below a bullet, which belong to its record. */
function nested(
  text: (line: number) => string,
  { line, endLine }: { line: number; endLine: number },
): string {
  const words: string[] = []
  for (let at = line; at <= endLine; at += 1) words.push(text(at).trim())
  return words.filter((one) => one !== "").join(" ")
}

/** Returns a line of the log without its bullet and without the outer pipes of a table row. */
export const withoutBullet = (words: string) =>
  words
    .trim()
    .replace(/^(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/, "")
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .trim()

const DATE =
  /^(?:\*\*|\[|`)?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)(?:\*\*|\]|`)?[ \t]*/
const SEPARATORS = ["·", "|", "—", "–", " - ", "•"]

function readLine(words: string, line: number): SessionRecord {
  const record = withoutBullet(words)
  const match = DATE.exec(record)
  const date = match?.[1] !== undefined && isDayOrInstant(match[1]) ? match[1] : null
  const rest = date === null ? record : record.slice(match?.[0].length).replace(/^[:,]/, "").trim()
  const separator =
    SEPARATORS.find((one) => rest.startsWith(one.trim())) ??
    SEPARATORS.find((one) => rest.includes(one)) ??
    "·"
  const parts = rest
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  const outcome = parts.length > 1 ? (parts.at(-1) ?? null) : null
  return {
    date,
    summary: (outcome === null ? parts : parts.slice(0, -1)).join(` ${separator.trim()} `),
    outcome,
    line,
  }
}
