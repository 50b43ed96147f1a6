import type { Diagnostic, SessionRecord } from "../memory/memory-files/format"
import { describeBadDate, isDayOrInstant } from "./field-values"
import type { MarkdownDocument, Reading } from "./markdown/markdown-document"
import type { Frontmatter } from "./markdown/frontmatter"
import { type Lines, splice, type Splice } from "./markdown/lines"
import { readMarkdown } from "./markdown/markdown"
import { writtenBefore } from "./markdown/insertion-and-removal"
import { frontmatterValue } from "./markdown/markdown-format"

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
function logLines({ blocks, sections, lines }: MarkdownDocument): { line: number; words: string }[] {
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
const withoutBullet = (words: string) =>
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

/** Appends one line to the session log and updates `last_updated` and `session_count`. */
export function closeKaizenSession(
  text: string,
  reading: Reading,
  session: { readonly date: string; readonly summary: string; readonly outcome: string },
): string {
  const document = readMarkdown(text, reading)
  const record = [session.date, session.summary, session.outcome]
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "")
    .join(" · ")
  const bumps = bump(document, session.date.slice(0, 10))
  const closed =
    placesFor(document, record)
      .map((place) => splice(text, [...bumps, place]))
      .find(
        (one) =>
          recordsOne(document, readMarkdown(one, reading), record) &&
          keepsEntries(document, readMarkdown(one, reading)),
      ) ??
    placesBelowOpen(document, record)
      .map((place) => splice(text, [...bumps, place]))
      .find((one) => recordsOne(document, readMarkdown(one, reading), record))
  if (closed === undefined)
    throw new RangeError(
      "The session cannot be recorded because the file ends in an unclosed code block or comment. Close it and try again",
    )
  return closed
}

/** Returns possible insertions of the record, best first: below the last one, below the log's heading, in a new log. */
const placesFor = (document: MarkdownDocument, record: string): Splice[] => [
  ...placesBelowLast(document, record),
  ...placesBelowHeading(document, record),
  ...placesInNewLog(document, record),
]

/** Returns two insertions of a text below a line: directly, and after a blank line. */
const belowLine = (lines: Lines, line: number, text: string): Splice[] =>
  [1, 2].map((breaks) => insertBelow(lines, line, lines.eol.repeat(breaks) + text))

/** Returns insertions below the last record, in its style or as a list item. */
function placesBelowLast(document: MarkdownDocument, record: string): Splice[] {
  const { lines, blocks } = document
  const last = logLines(document).at(-1)
  if (last === undefined) return []
  const block = blocks.find((one) => one.line <= last.line && one.endLine >= last.line)
  const end = block?.kind === "item" ? block.endLine : last.line
  return [
    ...belowLine(lines, end, styled(lines.text(last.line), record)),
    ...belowLine(lines, end, `- ${record}`),
    insertBelow(lines, end, `${lines.eol}- ${record}${lines.eol}`),
  ]
}

/** Returns insertions below the comments of the log, or below its heading. */
function placesBelowHeading({ lines, sections, blocks }: MarkdownDocument, record: string): Splice[] {
  const log = sections.findLast((section) => section.isLog)
  if (log === undefined) return []
  const comment = blocks.findLast(
    ({ kind, line }) => kind === "comment" && line > log.heading.line && line <= log.span.endLine,
  )
  return [...(comment === undefined ? [] : [comment.endLine]), log.heading.endLine].flatMap((line) => [
    ...belowLine(lines, line, record),
    insertBelow(lines, line, lines.eol + record + lines.eol),
    ...belowLine(lines, line, `- ${record}`),
    insertBelow(lines, line, `${lines.eol}- ${record}${lines.eol}`),
  ])
}

/** Returns insertions of a new log at the end, or further up if the file ends in an open block. */
function placesInNewLog(
  { lines, sections, blocks, frontmatter }: MarkdownDocument,
  record: string,
): Splice[] {
  const log = newLog(lines, record)
  const heads = [
    lines.count + 1,
    blocks.at(-1)?.line ?? 1,
    ...sections.slice(-2).map((section) => section.heading.line),
    1 + (frontmatter?.endLine ?? 0),
  ]
  return heads.flatMap((line) => [
    insertBelow(lines, writtenBefore(lines, line), lines.eol + lines.eol + log),
    insertBelow(lines, writtenBefore(lines, line), lines.eol + lines.eol + log + lines.eol),
  ])
}

/** Returns insertions that close an open code block, comment or HTML block and create the log below. */
function placesBelowOpen({ lines, blocks }: MarkdownDocument, record: string): Splice[] {
  const fence = /^[ \t]*(`{3,}|~{3,})/.exec(lines.text(blocks.at(-1)?.line ?? 1))?.[1] ?? ""
  return [fence, "```", "~~~", "-->", "</pre>", "</script>", "</style>", "</textarea>"].map((closer) =>
    insertBelow(
      lines,
      writtenBefore(lines, lines.count + 1),
      [closer, "", newLog(lines, record)].map((line) => lines.eol + line).join(""),
    ),
  )
}

const newLog = (lines: Lines, record: string) => `## Session Log${lines.eol}${lines.eol}${record}`

/** True if the new log has exactly one more line, and that line is `record`. */
function recordsOne(before: MarkdownDocument, after: MarkdownDocument, record: string): boolean {
  const [old, now] = [logLines(before), logLines(after)]
  const said = (lines: typeof now) =>
    lines.filter(({ words }) => [record, record.split(" · ").join(" | ")].includes(withoutBullet(words)))
      .length
  return now.length === old.length + 1 && said(now) === said(old) + 1
}

const keepsEntries = (before: MarkdownDocument, after: MarkdownDocument) =>
  after.entries.length === before.entries.length &&
  after.entries.every((entry, index) => entry.text === before.entries[index]?.text)

function styled(sample: string, record: string): string {
  if (/^[ \t]*\|/.test(sample)) return `| ${record.split(" · ").join(" | ")} |`
  return (/^[ \t]*[-*+][ \t]+/.exec(sample)?.[0] ?? "") + record
}

function insertBelow(lines: Lines, line: number, written: string): Splice {
  const at = line === 0 ? lines.start(1) : lines.end(line)
  return { start: at, end: at, text: line === 0 ? written.trimStart() + lines.eol + lines.eol : written }
}

function bump({ frontmatter, lines, text }: MarkdownDocument, day: string): Splice[] {
  if (frontmatter === null) return []
  const count = Number(frontmatter.values.get("session_count")?.value ?? "0")
  const next = Number.isSafeInteger(count) && count >= 0 ? count + 1 : 1
  const updated = frontmatter.values.get("last_updated")?.value ?? ""
  // A session that is recorded late must not set an earlier date.
  const isLater = isDayOrInstant(updated) && updated.slice(0, 10) > day
  return [
    ...(isLater ? [] : setValue({ frontmatter, lines, text }, "last_updated", day)),
    ...setValue({ frontmatter, lines, text }, "session_count", String(next)),
  ]
}

/** Replaces the value of a key in its line, with comments after it kept. A missing key is added before the closing line. */
function setValue(
  { frontmatter, lines, text }: { frontmatter: Frontmatter; lines: Lines; text: string },
  key: string,
  value: string,
): Splice[] {
  for (let line = frontmatter.line + 1; line < frontmatter.endLine; line += 1) {
    const match = new RegExp(
      `^${key}[ \\t]*:[ \\t]*("[^"]*"|'[^']*'|[^#\\s][^#\\r\\n]*?)?(?=[ \\t]*(?:#|$))`,
    ).exec(lines.text(line))
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

interface Sides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/**
 * Merges two versions of a file in which sessions were closed independently: the later date wins, and the
 * counts of new records are added. If a count differs from its log, the greater one wins. `merge` merges the
 * rest.
 */
export function mergeSessions(
  sides: Sides,
  reading: Reading,
  merge: (sides: Sides) => string | null,
): string | null {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((text) =>
    keptOf(readMarkdown(text, reading)),
  )
  if (
    !base ||
    !ours ||
    !theirs ||
    isSame(ours, base) ||
    isSame(theirs, base) ||
    Math.min(ours.count, theirs.count) < base.count
  )
    return merge(sides)
  const day = ours.day > theirs.day ? ours.day : theirs.day
  const most = Math.max(ours.count, theirs.count)
  const agreed = ({ document }: Kept) =>
    splice(document.text, [
      ...setValue(document, "last_updated", day),
      ...setValue(document, "session_count", String(most)),
    ])
  const merged = merge({ base: sides.base, ours: agreed(ours), theirs: agreed(theirs) })
  if (merged === null) return null
  const outcome = keptOf(readMarkdown(merged, reading))
  const tells = (side: Kept) => side.count - base.count === side.records - base.records
  return outcome && tells(ours) && tells(theirs)
    ? splice(
        merged,
        setValue(outcome.document, "session_count", String(base.count + outcome.records - base.records)),
      )
    : merged
}

interface Kept {
  readonly document: MarkdownDocument & { readonly frontmatter: NonNullable<MarkdownDocument["frontmatter"]> }
  readonly day: string
  readonly count: number
  /** Number of lines in the session log. */
  readonly records: number
}

/** Returns what a file states about its sessions; null if a part is missing. */
function keptOf(document: MarkdownDocument): Kept | null {
  const { frontmatter } = document
  const [day, count] = [
    frontmatterValue(frontmatter, "last_updated"),
    frontmatterValue(frontmatter, "session_count"),
  ]
  if (
    frontmatter === null ||
    day === null ||
    !isDayOrInstant(day) ||
    count === null ||
    !/^\d{1,9}$/.test(count)
  )
    return null
  return {
    document: { ...document, frontmatter },
    day,
    count: Number(count),
    records: logLines(document).length,
  }
}

const isSame = (one: Kept, other: Kept): boolean => one.day === other.day && one.count === other.count
