import { describeBadDate } from "./dates"
import type { Diagnostic } from "../memory/diagnostic"
import type { Block } from "./blocks"
import { bodyLines, rowShape, shapeOf, type EntryShape } from "./entry-shape"
import type { Lines } from "./lines"
import type { MarkdownEntry, MarkdownSection, Reading } from "./markdown-document"
import { readStaleComment, readStatement, trimmedEnd, type Statement } from "./statement"
import { splitCells } from "./tables"

interface Source {
  readonly lines: Lines
  readonly blocks: readonly Block[]
  readonly sections: readonly MarkdownSection[]
  readonly reading: Reading
  readonly type: string | null
}

/** The entries of a document, by the rules of what counts as one. */
export function entriesOf(source: Source): MarkdownEntry[] {
  const { blocks, sections, lines, reading } = source
  const entries: MarkdownEntry[] = []
  let section: number | null = null
  for (let at = 0; at < blocks.length; at += 1) {
    const blockAt = at
    const block = blocks[at] as Block
    if (block.kind === "heading") section = section === null ? 0 : section + 1
    if (!HOLDS_WORDS.has(block.kind) || (section !== null && sections[section]?.isLog)) continue
    if (reading.holdsEntries?.(section === null ? "" : (sections[section]?.name ?? "")) === false) continue
    const follower = blocks[at + 1]
    const takesNext =
      (block.kind === "paragraph" || block.kind === "quote") &&
      (follower?.kind === "code" || (follower?.kind === "table" && !isIndexTable(lines, follower, reading)))
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

function piecesOf(
  block: Block,
  extent: { line: number; endLine: number },
  { lines, reading }: Source,
  above: Block | undefined,
): Piece[] {
  if (block.kind === "table" && reading.index && block.endLine < block.line + 2) return [] // an index whose last row was taken out
  const whole: Piece = {
    line: extent.line,
    endLine: extent.endLine,
    shape: shapeOf(block.kind, lines.text(extent.line)),
  }
  if (block.kind === "table" && isIndexTable(lines, block, reading)) {
    return range(extent.line + 2, extent.endLine).map((line) => ({
      line,
      endLine: line,
      shape: rowShape(lines.text(line)),
    }))
  }
  if (
    block.kind === "paragraph" &&
    reading.index &&
    extent.endLine > extent.line &&
    extent.endLine === block.endLine
  ) {
    const each = range(extent.line, extent.endLine)
    if (each.every((line) => LINK_FIRST.test(lines.text(line).slice(0, LINK_WINDOW))))
      return each.map((line) => ({ line, endLine: line, shape: whole.shape }))
  }
  const stale =
    above?.kind === "comment" && above.line === block.line - 1
      ? readStaleComment(lines.text(above.line))
      : null
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

function readEntry(
  piece: Piece,
  {
    section,
    block,
    source: { lines, reading, type },
  }: { section: number | null; block: Block; source: Source },
): MarkdownEntry | null {
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
    statement:
      said === null
        ? null
        : {
            start: at + said.start,
            end: at + said.end,
            strike: said.strike === null ? null : at + said.strike,
            lineEnd: at + first.length - indent,
          },
    commented: stale !== null,
    oddDate: said?.oddDate ?? null,
  }
}

function stated(first: string, shape: EntryShape): Statement & { readonly words: string } {
  const line = first.trimStart()
  const said = readStatement(line)
  const words = line.slice(said.start, said.end)
  return Object.assign(said, {
    words:
      shape.kind === "row"
        ? splitCells(words)
            .map((cell) => cell.trim())
            .join(" | ")
        : words,
  })
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

/** What is wrong with the dates of entries; a missing one counts for list items, where at least half of them carry one. */
export function dateDiagnostics(entries: readonly MarkdownEntry[], lines: Lines): Diagnostic[] {
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
          message: "This entry carries no date, though most of this file do; put [YYYY-MM-DD] before it",
        },
      ]
    return []
  })
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
