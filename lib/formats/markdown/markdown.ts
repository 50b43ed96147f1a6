import { formatCount } from "@/lib/memory/text/sentence"
import { trimEndOf } from "@/lib/memory/text/linear-time"
import { rowText } from "@/lib/memory/text/tables"
import type { Diagnostic, Audience } from "../../memory/memory-files/format"
import { isAtx, readBlocks, type Block } from "./blocks"
import { describeBadDate } from "../field-values"
import { type Frontmatter, readFrontmatter, unclosedFrontmatter } from "./frontmatter"
import { indexLines, type Lines } from "./lines"
import type { MarkdownDocument, MarkdownSection, Reading, MarkdownEntry } from "./markdown-document"
import { MAX_NESTING, TOO_DEEP } from "./nesting"
import { descriptionLength, type PieceSource, runsOf, textOf, type Piece, piecesOf } from "./entry-boundaries"
import { isPlaceholder } from "./placeholders"
import { bodyLines, type EntryShape } from "./entry-shape"
import { readStatement, trimmedEnd, type Statement } from "./statement"

const EVERYONE: Audience = { kind: "everyone" }

/** Parses a Markdown text. Recent results are cached, because a change parses its file several times. */
export function readMarkdown(text: string, reading: Reading): MarkdownDocument {
  if (text.length > LONGEST_KEPT) return read(text, reading)
  const known = lately.get(reading) ?? []
  const again = known.find((one) => one.text === text)
  if (again) return again
  const document = read(text, reading)
  lately.set(reading, [document, ...known].slice(0, MOST_KEPT))
  return document
}

const lately = new WeakMap<Reading, readonly MarkdownDocument[]>()
const MOST_KEPT = 2
const LONGEST_KEPT = 64 * 1024

function read(text: string, reading: Reading): MarkdownDocument {
  const lines = indexLines(text)
  const frontmatter = readFrontmatter(text, lines, reading.looseFrontmatter)
  const diagnostics: Diagnostic[] = [
    ...frontmatterDiagnostics(frontmatter, lines, reading),
    ...fileNameDiagnostics(reading),
  ]
  const structure = readBlocks(text, lines, (frontmatter?.endLine ?? 0) + 1)
  if (!structure.ok) {
    diagnostics.push(tooDeep(structure))
    return { text, lines, frontmatter, blocks: [], sections: [], entries: [], diagnostics }
  }
  const { blocks } = structure
  const sections = describe(sectionsOf(blocks, lines, reading), { blocks, lines, reading })
  const entries = reading.noEntries
    ? []
    : entriesOf({ lines, blocks, sections, reading, type: reading.typeOf?.(frontmatter) ?? null })
  return {
    text,
    lines,
    frontmatter,
    blocks,
    sections,
    entries,
    diagnostics: [...diagnostics, ...unclosedFence(blocks, lines), ...dateDiagnostics(entries, lines)],
  }
}

function frontmatterDiagnostics(
  frontmatter: Frontmatter | null,
  lines: Lines,
  { looseFrontmatter = false }: Reading,
): readonly Diagnostic[] {
  if (frontmatter !== null) return frontmatter.diagnostics
  const unclosed = looseFrontmatter ? null : unclosedFrontmatter(lines)
  return unclosed === null ? [] : [unclosed]
}

/** Returns the problem of a daily log whose name has an invalid date. */
function fileNameDiagnostics({ badDay = null }: Reading): Diagnostic[] {
  if (badDay === null) return []
  const message = `In the file name, ${describeBadDate(badDay)}`
  return [{ line: 1, column: 1, severity: "warning", code: "file-name-date-invalid", message }]
}

function tooDeep({ line, column, depth }: { line: number; column: number; depth: number }): Diagnostic {
  const problem =
    depth > MAX_NESTING
      ? TOO_DEEP
      : `Lists or quotes nested ${Math.round(depth)} levels deep take too long to parse in a file of this size`
  const message = `${problem}. The file was kept as is and has no entries until this line is fixed`
  return { line, column, severity: "error", code: "nesting-too-deep", message }
}

/** The readers of a section, and whether it is a session log. Sections inherit both from the headings above. */
interface Inherited {
  readonly audience: Audience
  readonly isLog: boolean
}

/** Returns the sections. A section ends at the next heading of any level. */
function sectionsOf(blocks: readonly Block[], lines: Lines, reading: Reading): MarkdownSection[] {
  const headings = blocks.filter((block) => block.kind === "heading")
  const above: (Inherited & { readonly level: number })[] = []
  return headings.map((heading, index) => {
    const name = headingName(lines, heading)
    const endLine = (headings[index + 1]?.line ?? lines.count + 1) - 1
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
    const { audience, isLog } = inherit(name, above.at(-1), reading)
    above.push({ level: heading.level, audience, isLog })
    const span = { line: heading.line, endLine, start: lines.start(heading.line), end: lines.end(endLine) }
    return {
      name,
      level: heading.level,
      audience,
      isLog,
      span,
      description: null,
      heading: { line: heading.line, endLine: heading.endLine },
    }
  })
}

const inherit = (
  name: string,
  outer: Inherited = { audience: EVERYONE, isLog: false },
  { audienceOf, isLog }: Reading,
): Inherited => ({
  audience: audienceOf?.(name) ?? outer.audience,
  isLog: isLog?.(name) === true || outer.isLog,
})

function describe(
  sections: MarkdownSection[],
  { blocks, lines, reading }: Pick<PieceSource, "blocks" | "lines" | "reading">,
): MarkdownSection[] {
  if (!reading.describes) return sections
  const described = [...sections]
  for (const run of runsOf({ blocks, sections })) {
    const section = run.section === null ? undefined : sections[run.section]
    if (section === undefined || run.section === null) continue
    const texts = run.blocks
      .slice(0, descriptionLength(run.blocks, section, { lines, reading }))
      .filter(({ kind }) => kind === "paragraph")
      .map((block) => textOf(block, lines))
      .filter((text) => !isPlaceholder(text))
    if (texts.length > 0) described[run.section] = { ...section, description: texts.join("\n\n") }
  }
  return described
}

function headingName(lines: Lines, { line, endLine }: Block): string {
  const first = lines.text(line)
  if (isAtx(first)) {
    const words = first
      .trim()
      .replace(/^#{1,6}/, "")
      .trim()
    const closed = trimEndOf(words, /#/)
    return closed === "" || /[ \t]$/.test(closed) ? closed.trim() : words
  }
  const words: string[] = []
  for (let at = line; at < endLine; at += 1) words.push(lines.text(at).trim())
  return words.join(" ")
}

/** Reports a code block that is never closed. A warning if it contains headings. */
function unclosedFence(blocks: readonly Block[], lines: Lines): Diagnostic[] {
  const last = blocks.at(-1)
  if (last?.kind !== "code") return []
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(lines.text(last.line))?.[1]
  if (mark === undefined) return []
  const end = lines.text(last.endLine).trim()
  const isClosed =
    last.endLine > last.line && end.startsWith(mark) && end === mark.slice(0, 1).repeat(end.length)
  if (isClosed) return []
  const sections = countSections(lines, last)
  const lost =
    sections === 0
      ? ""
      : `, so ${formatCount(sections, "section below it is", "sections below it are")} read as code`
  return [
    {
      line: last.line,
      column: lines.text(last.line).indexOf(mark) + 1,
      severity: sections === 0 ? "info" : "warning",
      code: "fence-unclosed",
      message: `This code block is not closed${lost}. Add a line with ${mark} where the code ends`,
    },
  ]
}

function countSections(lines: Lines, { line, endLine }: Block): number {
  let count = 0
  for (let at = line + 1; at <= endLine; at += 1) if (/^#{2,6} /.test(lines.text(at))) count += 1
  return count
}

/** Returns the entries of a document. */
function entriesOf(source: PieceSource): MarkdownEntry[] {
  return piecesOf(source).flatMap((piece) => readEntry(piece, source) ?? [])
}

function readEntry(piece: Piece, { lines, reading, type }: PieceSource): MarkdownEntry | null {
  const { line, endLine, shape, stale, block, section, title, labels } = piece
  const isCommented = stale?.isOwn === true
  const written = isCommented ? line + 1 : line
  const body = bodyLines(lines, shape, { line: written, endLine })
  const lead = body.findIndex((one) => one.trim() !== "")
  if (lead < 0) return null
  const first = body[lead] ?? ""
  const common = {
    key: null,
    title,
    labels,
    section,
    span: { line, endLine, start: lines.start(line), end: lines.end(endLine) },
    type,
    confidence: null,
    accessedCount: null,
    shape,
    list: block.list,
    tight: block.tight,
    commented: isCommented,
  }
  const day = reading.day ?? null
  if (shape.kind === "block") return { ...common, ...blockContent(body, { stale, first, day }) }
  const end = lines.end(written + lead) - shape.after.length
  return { ...common, ...statementContent(body, { shape, stale, lead, end, day }) }
}

type Content = Pick<MarkdownEntry, "text" | "state" | "retiredBecause" | "date" | "statement" | "oddDate">

/** Returns the content of a code block or a table. */
function blockContent(
  body: readonly string[],
  {
    stale,
    first,
    day,
  }: { readonly stale: Piece["stale"]; readonly first: string; readonly day: string | null },
): Content {
  return {
    text: joined(null, body, 0) || first.trim(),
    state: stale === null ? "current" : "retired",
    retiredBecause: stale?.why ?? null,
    date: day,
    statement: null,
    oddDate: null,
  }
}

interface StatementLines {
  readonly shape: EntryShape
  readonly stale: Piece["stale"]
  /** Index of the first line with text. */
  readonly lead: number
  /** Offset of the end of that line. */
  readonly end: number
  readonly day: string | null
}

/** Returns the content of an entry whose first line may have a date and a strikethrough. */
function statementContent(
  body: readonly string[],
  { shape, stale, lead, end, day }: StatementLines,
): Content {
  const first = body[lead] ?? ""
  const said = stated(first, shape)
  const at = end - first.trimStart().length
  return {
    text: joined(said.words, body, lead + 1) || first.trim(),
    state: stale !== null || said.strike !== null ? "retired" : "current",
    retiredBecause: stale?.why ?? said.why ?? null,
    date: said.date ?? day,
    statement: {
      start: at + said.start,
      end: at + said.end,
      strike: said.strike === null ? null : at + said.strike,
      lineEnd: end,
    },
    oddDate: said.oddDate,
  }
}

function stated(first: string, shape: EntryShape): Statement & { readonly words: string } {
  const line = first.trimStart()
  const said = readStatement(line)
  const words = line.slice(said.start, said.end)
  return Object.assign(said, {
    words: shape.kind === "row" ? rowText(words) : words,
  })
}

/** Joins the first line and the lines of a body from an index on, without blank lines around them. */
function joined(first: string | null, body: readonly string[], from: number): string {
  if (first !== null && from >= body.length) return first
  const lines = first === null ? body.slice(from) : [first, ...body.slice(from)]
  while (lines[0]?.trim() === "") lines.shift()
  while (lines.at(-1)?.trim() === "") lines.pop()
  const text = lines.join("\n")
  return text.slice(0, trimmedEnd(text))
}

/** Returns problems with the dates of entries. A missing date is reported for list items if at least half of them have one. */
function dateDiagnostics(entries: readonly MarkdownEntry[], lines: Lines): Diagnostic[] {
  const items = entries.filter((entry) => entry.shape.kind === "item")
  const dated = items.filter((entry) => entry.date !== null).length
  const expectsDates = dated > 0 && dated * 2 >= items.length
  return entries.flatMap((entry): Diagnostic[] => {
    const place = {
      line: entry.span.line,
      column: (entry.statement?.start ?? entry.span.start) - lines.start(entry.span.line) + 1,
    }
    if (entry.oddDate?.code === "date-invalid")
      return [
        {
          ...place,
          severity: "warning",
          code: "date-invalid",
          message: describeBadDate(entry.oddDate.tag),
        },
      ]
    if (entry.oddDate !== null)
      return [
        {
          ...place,
          severity: "info",
          code: "date-not-iso",
          message: `${entry.oddDate.tag} was not read as a date; write it as YYYY-MM-DD`,
        },
      ]
    if (entry.date === null && expectsDates && entry.shape.kind === "item")
      return [
        {
          ...place,
          severity: "info",
          code: "entry-undated",
          message:
            "This entry has no date, although most entries in this file have one; start it with [YYYY-MM-DD]",
        },
      ]
    return []
  })
}
