import type { Diagnostic } from "../memory/diagnostic"
import type { Audience, ParsedEntry, ParsedSection } from "../memory/format"
import { isAtx, readBlocks, type Block } from "./blocks"
import { bodyLines, rowShape, shapeOf, type EntryShape } from "./entry-shape"
import { readFrontmatter, unclosedFrontmatter, type Frontmatter } from "./frontmatter"
import { indexLines, type Lines } from "./lines"
import { readStaleComment, readStatement, trimmedEnd, type Statement } from "./statement"
import { cellsOf, splitCells } from "./tables"

/** How a kind of markdown file is read. */
export interface Reading {
  /** Entries are links to other files, in a list, in lines or in the rows of a table. */
  readonly index?: boolean
  /** No part of this file is an entry. */
  readonly noEntries?: boolean
  /** A daily log: its date is the date of all its entries. */
  readonly day?: string | null
  /** Frontmatter that was never meant to be strict YAML. */
  readonly looseFrontmatter?: boolean
  /** Sections whose lines are session records, with everything below their heading. */
  isLog?(section: string): boolean
  audienceOf?(section: string): Audience | null
  /** The type that a file's frontmatter gives its entries. */
  typeOf?(frontmatter: Frontmatter | null): string | null
}

export interface MarkdownDocument {
  readonly text: string
  readonly lines: Lines
  readonly frontmatter: Frontmatter | null
  readonly blocks: readonly Block[]
  readonly sections: readonly MarkdownSection[]
  readonly entries: readonly MarkdownEntry[]
  readonly diagnostics: readonly Diagnostic[]
}

export interface MarkdownSection extends ParsedSection {
  /** Lines of the heading itself. */
  readonly heading: { readonly line: number; readonly endLine: number }
  readonly isLog: boolean
}

export interface MarkdownEntry extends ParsedEntry {
  readonly shape: EntryShape
  readonly list: number
  readonly tight: boolean
  /** Offsets of the statement's first line, and of its strike; null for a block that has no such line. */
  readonly statement: { readonly start: number; readonly end: number; readonly strike: number | null; readonly lineEnd: number } | null
  /** Its first line is a comment that calls what follows stale. */
  readonly commented: boolean
  readonly oddDate: { readonly tag: string; readonly code: "date-invalid" | "date-not-iso" } | null
}

export const EVERYONE: Audience = { kind: "everyone" }

export function readMarkdown(text: string, reading: Reading): MarkdownDocument {
  const lines = indexLines(text)
  const frontmatter = readFrontmatter(text, lines, reading.looseFrontmatter)
  const unclosed = frontmatter === null && reading.looseFrontmatter !== true ? unclosedFrontmatter(lines) : null
  const diagnostics: Diagnostic[] = [...(frontmatter?.diagnostics ?? []), ...(unclosed === null ? [] : [unclosed])]
  const structure = readBlocks(text, lines, (frontmatter?.endLine ?? 0) + 1)
  if (!structure.ok) {
    const message = `Lists or quotes are nested ${Math.round(structure.depth)} deep here, more than can be read; the file was kept as it is and has no entries until this line is mended`
    diagnostics.push({ line: structure.line, column: 1, severity: "error", code: "nesting-too-deep", message })
    return { text, lines, frontmatter, blocks: [], sections: [], entries: [], diagnostics }
  }
  const { blocks } = structure
  const sections = sectionsOf(blocks, lines, reading)
  const entries = reading.noEntries ? [] : entriesOf({ lines, blocks, sections, reading, type: reading.typeOf?.(frontmatter) ?? null })
  return { text, lines, frontmatter, blocks, sections, entries, diagnostics: [...diagnostics, ...dateDiagnostics(entries, lines)] }
}

/** A section reaches to the next heading of any level; it speaks to whom its nearest heading with an audience speaks. */
function sectionsOf(blocks: readonly Block[], lines: Lines, reading: Reading): MarkdownSection[] {
  const headings = blocks.filter((block) => block.kind === "heading")
  const above: { level: number; audience: Audience; isLog: boolean }[] = []
  return headings.map((heading, index) => {
    const name = headingName(lines, heading)
    const endLine = (headings[index + 1]?.line ?? lines.count + 1) - 1
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
    const outer = above.at(-1)
    const audience = reading.audienceOf?.(name) ?? outer?.audience ?? EVERYONE
    const isLog = (reading.isLog?.(name) ?? false) || (outer?.isLog ?? false)
    above.push({ level: heading.level, audience, isLog })
    const span = { line: heading.line, endLine, start: lines.start(heading.line), end: lines.end(endLine) }
    return { name, level: heading.level, audience, isLog, span, heading: { line: heading.line, endLine: heading.endLine } }
  })
}

function headingName(lines: Lines, { line, endLine }: Block): string {
  const first = lines.text(line)
  if (isAtx(first)) {
    const words = first.trim().replace(/^#{1,6}/, "").trim()
    const closed = words.replace(/#+$/, "")
    return closed === "" || /[ \t]$/.test(closed) ? closed.trim() : words
  }
  const words: string[] = []
  for (let at = line; at < endLine; at += 1) words.push(lines.text(at).trim())
  return words.join(" ")
}

interface Source {
  readonly lines: Lines
  readonly blocks: readonly Block[]
  readonly sections: readonly MarkdownSection[]
  readonly reading: Reading
  readonly type: string | null
}

function entriesOf(source: Source): MarkdownEntry[] {
  const { blocks, sections, lines, reading } = source
  const entries: MarkdownEntry[] = []
  let section: number | null = null
  for (let at = 0; at < blocks.length; at += 1) {
    const blockAt = at
    const block = blocks[at] as Block
    if (block.kind === "heading") section = section === null ? 0 : section + 1
    if (!HOLDS_WORDS.has(block.kind) || (section !== null && sections[section]?.isLog)) continue
    const follower = blocks[at + 1]
    const takesNext = (block.kind === "paragraph" || block.kind === "quote") && (follower?.kind === "code" || (follower?.kind === "table" && !isIndexTable(lines, follower, reading)))
    if (takesNext) at += 1
    const extent = { line: block.line, endLine: takesNext ? (follower as Block).endLine : block.endLine }
    for (const piece of piecesOf(block, extent, source, blocks[blockAt - 1])) {
      const entry = readEntry(piece, { section, block, source })
      if (entry !== null) entries.push(entry)
    }
  }
  return entries
}

const HOLDS_WORDS: ReadonlySet<Block["kind"]> = new Set(["item", "paragraph", "quote", "code", "table"])

interface Piece {
  readonly line: number
  readonly endLine: number
  readonly shape: EntryShape
  /** The first line of the piece is a comment that calls the block below it stale. */
  readonly stale?: { readonly why: string | null }
}

function piecesOf(block: Block, extent: { line: number; endLine: number }, { lines, reading }: Source, above: Block | undefined): Piece[] {
  const whole: Piece = { line: extent.line, endLine: extent.endLine, shape: shapeOf(block.kind, lines.text(extent.line)) }
  if (block.kind === "table" && isIndexTable(lines, block, reading)) {
    return range(extent.line + 2, extent.endLine).map((line) => ({ line, endLine: line, shape: rowShape(lines.text(line)) }))
  }
  if (block.kind === "paragraph" && reading.index && extent.endLine > extent.line && extent.endLine === block.endLine) {
    const each = range(extent.line, extent.endLine)
    if (each.every((line) => LINK_FIRST.test(lines.text(line).slice(0, LINK_WINDOW)))) return each.map((line) => ({ line, endLine: line, shape: whole.shape }))
  }
  const stale = above?.kind === "comment" && above.line === block.line - 1 ? readStaleComment(lines.text(above.line)) : null
  return [stale === null ? whole : { ...whole, line: block.line - 1, stale }]
}

const LINK_WINDOW = 500
const LINK_FIRST = /^[ \t]*\[[^\]]*\]\([^)]*\)/

/** A table of an index points to files: at least half of its rows hold a link or a file's name. */
function isIndexTable(lines: Lines, table: Block, reading: Reading): boolean {
  if (!reading.index || table.endLine < table.line + 2) return false
  const rows = range(table.line + 2, table.endLine)
  const pointing = rows.filter((line) => /\]\(|\.md\b|\[\[/.test(lines.text(line)))
  return pointing.length * 2 >= rows.length
}

function readEntry(piece: Piece, { section, block, source: { lines, reading, type } }: { section: number | null; block: Block; source: Source }): MarkdownEntry | null {
  const { line, endLine, shape, stale = null } = piece
  const written = stale === null ? line : line + 1
  const body = bodyLines(lines, shape, { line: written, endLine })
  const lead = body.findIndex((one) => one.trim() !== "")
  if (lead < 0) return null
  const first = body[lead] ?? ""
  const said = shape.kind === "block" ? null : stated(first, shape)
  const indent = said === null ? 0 : first.length - first.trimStart().length
  const at = lines.end(written + lead) - shape.after.length - first.length + indent
  const text = said === null ? joined(null, body, 0) : joined(said.words, body, lead + 1)
  return {
    key: null,
    text: text === "" ? first.trim() : text,
    section,
    span: { line, endLine, start: lines.start(line), end: lines.end(endLine) },
    state: stale !== null || (said !== null && said.strike !== null) ? "retired" : "current",
    retiredBecause: stale?.why ?? said?.why ?? null,
    date: said?.date ?? reading.day ?? null,
    type,
    confidence: null,
    accessedCount: null,
    shape,
    list: block.list,
    tight: block.tight,
    statement: said === null ? null : { start: at + said.start, end: at + said.end, strike: said.strike === null ? null : at + said.strike, lineEnd: at + first.length - indent },
    commented: stale !== null,
    oddDate: said?.oddDate ?? null,
  }
}

function stated(first: string, shape: EntryShape): Statement & { readonly words: string } {
  const line = first.trimStart()
  const said = readStatement(line)
  const words = line.slice(said.start, said.end)
  return Object.assign(said, { words: shape.kind === "row" ? splitCells(words).map((cell) => cell.trim()).join(" | ") : words })
}

/** A statement's first line and the lines of a body from a place on, without blank lines around them. */
function joined(first: string | null, body: readonly string[], from: number): string {
  if (first !== null && from >= body.length) return first
  const lines = first === null ? body.slice(from) : [first, ...body.slice(from)]
  while (lines[0]?.trim() === "") lines.shift()
  while (lines.at(-1)?.trim() === "") lines.pop()
  const text = lines.join("\n")
  return text.slice(0, trimmedEnd(text))
}

function dateDiagnostics(entries: readonly MarkdownEntry[], lines: Lines): Diagnostic[] {
  const dated = entries.filter((entry) => entry.date !== null).length
  const expectsDates = dated > 0 && dated * 2 >= entries.length
  return entries.flatMap((entry): Diagnostic[] => {
    const place = { line: entry.span.line, column: (entry.statement?.start ?? entry.span.start) - lines.start(entry.span.line) + 1 }
    if (entry.oddDate?.code === "date-invalid") return [{ ...place, severity: "warning", code: "date-invalid", message: `${entry.oddDate.tag} is no day of the calendar; write a valid YYYY-MM-DD` }]
    if (entry.oddDate !== null) return [{ ...place, severity: "info", code: "date-not-iso", message: `${entry.oddDate.tag} was not read as a date; write it as YYYY-MM-DD` }]
    if (entry.date === null && expectsDates) return [{ ...place, severity: "info", code: "entry-undated", message: "This entry carries no date, though most of this file do; put [YYYY-MM-DD] before it" }]
    return []
  })
}

export const columnsOfTable = (lines: Lines, table: Block): number => cellsOf(lines.text(table.line)).length

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
