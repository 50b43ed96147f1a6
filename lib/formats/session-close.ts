import type { Frontmatter } from "./frontmatter"
import type { Lines } from "./lines"
import { readMarkdown, type MarkdownDocument, type Reading } from "./markdown"
import { writtenBefore } from "./removal"
import { logLines } from "./session-log"
import { splice, type Splice } from "./splices"

/** Appends one line to the session log and bumps `last_updated` and `session_count`: the last two steps of a session's close. */
export function closeKaizenSession(text: string, reading: Reading, session: { readonly date: string; readonly summary: string; readonly outcome: string }): string {
  const document = readMarkdown(text, reading)
  const line = [session.date, session.summary, session.outcome].map((part) => part.replace(/\s+/g, " ").trim()).filter((part) => part !== "").join(" · ")
  return splice(text, [...bump(document, session.date.slice(0, 10)), appendLine(document, line)])
}

/** Follows the last record in its style; a log that is missing is made at the end. */
function appendLine(document: MarkdownDocument, record: string): Splice {
  const { lines, sections } = document
  const last = logLines(document).at(-1)
  if (last !== undefined) {
    const block = document.blocks.find((one) => one.line <= last.line && one.endLine >= last.line)
    const end = block?.kind === "item" ? block.endLine : last.line
    return insertBelow(lines, end, lines.eol + styled(lines.text(last.line), record))
  }
  const log = sections.find((section) => section.isLog)
  if (log === undefined) return insertBelow(lines, writtenBefore(lines, lines.count + 1), `${lines.eol}${lines.eol}## Session Log${lines.eol}${lines.eol}${record}`)
  const comment = document.blocks.filter((block) => block.kind === "comment" && block.line > log.heading.line && block.line <= log.span.endLine).at(-1)
  const closed = comment !== undefined && lines.text(comment.endLine).includes("-->")
  return insertBelow(lines, closed ? comment.endLine : log.heading.endLine, lines.eol + record)
}

function styled(sample: string, record: string): string {
  if (/^[ \t]*\|/.test(sample)) return `| ${record.split(" · ").join(" | ")} |`
  return (/^[ \t]*[-*+][ \t]+/.exec(sample)?.[0] ?? "") + record
}

function insertBelow(lines: Lines, line: number, written: string): Splice {
  const at = line === 0 ? lines.start(1) : lines.end(line)
  return { start: at, end: at, text: line === 0 ? written.trimStart() + lines.eol : written }
}

function bump({ frontmatter, lines, text }: MarkdownDocument, day: string): Splice[] {
  if (frontmatter === null) return []
  const count = Number(frontmatter.values.get("session_count")?.value ?? "0")
  const next = Number.isSafeInteger(count) && count >= 0 ? count + 1 : 1
  return [...setValue({ frontmatter, lines, text }, "last_updated", day), ...setValue({ frontmatter, lines, text }, "session_count", String(next))]
}

/** Replaces the value on a key's own line, what follows it (a comment, blanks) stays; a key that is missing is added before the closing line. */
function setValue({ frontmatter, lines, text }: { frontmatter: Frontmatter; lines: Lines; text: string }, key: string, value: string): Splice[] {
  for (let line = frontmatter.line + 1; line < frontmatter.endLine; line += 1) {
    const match = new RegExp(`^${key}[ \\t]*:[ \\t]*("[^"]*"|'[^']*'|[^#\\s][^#\\r\\n]*?)?(?=[ \\t]*(?:#|$))`).exec(lines.text(line))
    if (match === null) continue
    const old = match[1] ?? ""
    const end = lines.start(line) + match[0].length
    const quote = /^["']/.exec(old)?.[0] ?? ""
    const gap = old === "" && text[end - 1] === ":" ? " " : ""
    return [{ start: end - old.length, end, text: gap + quote + value + quote }]
  }
  const at = lines.start(frontmatter.endLine)
  return [{ start: at, end: at, text: `${key}: ${value}${lines.eol}` }]
}
