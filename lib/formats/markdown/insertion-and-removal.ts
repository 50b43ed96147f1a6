import { cellsOf, splitCells } from "@/lib/memory/text/tables"
import { type Lines, splice, type Splice } from "./lines"
import { readMarkdown } from "./markdown"
import type { MarkdownDocument, Reading, MarkdownEntry } from "./markdown-document"
import { bulletShape, OTHER_BULLETS, writeBody, type EntryShape } from "./entry-shape"

/** Removes entries. The blank lines around them are chosen so that an added entry can be removed exactly, and separate neighbors never join. */
export function removeEntries(
  document: MarkdownDocument,
  removed: ReadonlySet<number>,
  reading: Reading,
): string {
  const runs = runsOf(document, removed)
  const text = splice(
    document.text,
    runs.map((run) => cutOut(document, run)),
  )
  if (keepsOthers(document, removed, readMarkdown(text, reading))) return text
  const withLines = (text: string) =>
    splice(
      document.text,
      runs.map((run) => ({
        start: document.lines.start(run.line),
        end: document.lines.end(run.endLine),
        text,
      })),
    )
  const held = ["", HELD_OFF]
    .map(withLines)
    .find((one) => keepsOthers(document, removed, readMarkdown(one, reading)))
  return held ?? text
}

/** An empty comment that separates an entry from the text above. */
const HELD_OFF = "<!-- -->"

/** Adjacent entries to remove, with only blank lines between them. */
interface Run {
  readonly first: number
  readonly last: number
  readonly line: number
  readonly endLine: number
}

function runsOf({ entries, lines }: MarkdownDocument, removed: ReadonlySet<number>): Run[] {
  const runs: Run[] = []
  for (const index of [...removed].toSorted((a, b) => a - b)) {
    const span = entries[index]?.span
    if (span === undefined) continue
    const before = runs.at(-1)
    if (
      before !== undefined &&
      before.last === index - 1 &&
      writtenBefore(lines, span.line) === before.endLine
    )
      runs[runs.length - 1] = { ...before, last: index, endLine: span.endLine }
    else runs.push({ first: index, last: index, line: span.line, endLine: span.endLine })
  }
  return runs
}

function cutOut(document: MarkdownDocument, run: Run): Splice {
  const { lines, text } = document
  const { line, endLine } = run
  const [start, end] = [lines.start(line), lines.end(endLine)]
  const before = writtenBefore(lines, line)
  const after = writtenAfter(lines, endLine)
  if (before === 0)
    return { start, end: after === 0 ? nextStart(text, lines, endLine) : lines.start(after), text: "" }
  const leadsSection =
    before === line - 1 &&
    after > endLine + 1 &&
    !isPlainHeading(document, after) &&
    (!isEntryLine(document, run, before) || isCode(document, run, before))
  const opensParagraph = before < line - 1 && after === endLine + 1
  if (leadsSection || opensParagraph) return { start, end: lines.start(after), text: "" }
  return { start: lines.end(before), end, text: "" }
}

const isEntryLine = ({ entries }: MarkdownDocument, { first }: Run, line: number) =>
  entries[first - 1]?.span.endLine === line

/** True if the line above the removed entries ends a code block, which needs no blank line below it. */
const isCode = ({ entries, lines }: MarkdownDocument, { first }: Run, line: number) =>
  entries[first - 1]?.shape.kind === "block" && !lines.text(line).includes("|")

/** True if a line is a heading with `#`. An underlined heading would absorb a paragraph directly above it. */
function isPlainHeading({ sections }: MarkdownDocument, line: number): boolean {
  const section = sections.find((one) => one.heading.line === line)
  return section !== undefined && section.heading.endLine === line
}

function keepsOthers(
  document: MarkdownDocument,
  removed: ReadonlySet<number>,
  after: MarkdownDocument,
): boolean {
  const kept = document.entries.filter((_, index) => !removed.has(index))
  return (
    kept.length === after.entries.length &&
    kept.every((entry, index) => entry.text === after.entries[index]?.text) &&
    after.sections.length === document.sections.length
  )
}

/** Returns the nearest non-blank line above; 0 if there is none. */
export function writtenBefore(lines: Lines, line: number): number {
  let at = line - 1
  while (at > 0 && lines.isBlank(at)) at -= 1
  return at
}

/** Returns the nearest non-blank line below; 0 if there is none. */
function writtenAfter(lines: Lines, line: number): number {
  for (let at = line + 1; at <= lines.count; at += 1) if (!lines.isBlank(at)) return at
  return 0
}

const nextStart = (text: string, lines: Lines, line: number) =>
  line < lines.count ? lines.start(line + 1) : text.length

/** A possible position of a new entry. `after`: line before it; 0: top of the file. */
export interface InsertionPoint {
  readonly after: number
  readonly gap: "none" | "blank line above" | "blank line below"
  readonly shape: EntryShape
}

/**
 * Returns the positions for a new entry in a section (null: before the first heading), best first: the end of
 * its last list, or else below its description, label or comment. If the section ends in an open code block
 * or comment, positions above follow.
 */
export function spotsIn(document: MarkdownDocument, section: number | null, text: string): InsertionPoint[] {
  const own = document.entries.filter((entry) => entry.section === section)
  const last = own.at(-1)
  const style = styleOf(own.findLast(isItem) ?? document.entries.findLast(isItem))
  const spots = last === undefined ? [] : spotsAfter(last, style, text)
  const top =
    section === null
      ? (document.frontmatter?.endLine ?? 0)
      : (document.sections[section]?.heading.endLine ?? 0)
  if (last === undefined) spots.push(...spotsBelow(document, { section, top, style, text }))
  const earlier = [...own.slice(-4), ...own.slice(0, 1)]
    .map((entry) => writtenBefore(document.lines, entry.span.line))
    .toReversed()
  for (const after of new Set([...earlier.filter((line) => line >= top), top]))
    spots.push(...around(after, style), { after, gap: "blank line below", shape: style })
  return [...spots, ...OTHER_BULLETS.flatMap((shape) => spots.map((spot) => ({ ...spot, shape })))]
}

/** Returns the replacement that inserts an entry at a position. */
export function insertAt({ lines }: MarkdownDocument, spot: InsertionPoint, body: string): Splice {
  const written = writeBody(spot.shape, body, lines.eol)
  if (spot.after > 0) {
    const at = lines.end(spot.after)
    const [above, below] = [
      spot.gap === "blank line above" ? lines.eol + lines.eol : lines.eol,
      spot.gap === "blank line below" ? lines.eol : "",
    ]
    return { start: at, end: at, text: above + written + below }
  }
  const first = writtenAfter(lines, 0)
  const at = lines.start(Math.max(1, first))
  return { start: at, end: at, text: written + lines.eol + (first === 0 ? "" : lines.eol) }
}

function spotsAfter(last: MarkdownEntry, style: EntryShape, text: string): InsertionPoint[] {
  const after = last.span.endLine
  const rows = last.shape.kind === "row" ? rowSpots(after, splitCells(last.text).length, text) : []
  const [tight, loose] = around(after, style).toReversed() as [InsertionPoint, InsertionPoint]
  const apart: InsertionPoint = { after, gap: "blank line below", shape: style }
  return isItem(last) && last.tight ? [...rows, tight, loose] : [...rows, loose, tight, apart]
}

const around = (after: number, shape: EntryShape): InsertionPoint[] => [
  { after, gap: "blank line above", shape },
  { after, gap: "none", shape },
]

/**
 * Returns the positions in a section without entries, best first: below one of its last blocks, or as a row
 * of a table, else right below its heading.
 */
function spotsBelow(
  { blocks, sections, lines }: MarkdownDocument,
  { section, top, style, text }: { section: number | null; top: number; style: EntryShape; text: string },
): InsertionPoint[] {
  const end = sections[section === null ? 0 : section + 1]?.heading.line ?? Infinity
  const own = blocks.filter((block) => block.line > top && block.line < end)
  const below = own
    .slice(-4)
    .toReversed()
    .flatMap(({ kind, line, endLine }): InsertionPoint[] => {
      const [loose, tight] = around(endLine, style) as [InsertionPoint, InsertionPoint]
      if (kind === "table")
        return [...rowSpots(endLine, cellsOf(lines.text(line)).length, text), loose, tight]
      return kind === "item" ? [tight, loose] : [loose, tight]
    })
  return [...below, ...around(top, style)]
}

function rowSpots(after: number, cells: number, text: string): InsertionPoint[] {
  if (text.includes("\n") || splitCells(text).length !== cells) return []
  return [{ after, gap: "none", shape: { kind: "row", before: "| ", width: 0, after: " |" } }]
}

const isItem = (entry: MarkdownEntry) => entry.shape.kind === "item"

/**
 * Returns the bullet for the item after an existing one: the same mark, or the next number. "-" without an
 * item.
 */
function styleOf(item: MarkdownEntry | undefined): EntryShape {
  if (item === undefined) return bulletShape("-")
  const match = /^([ \t]*)(\d{1,9})([.)][ \t]*)$/.exec(item.shape.before)
  if (match === null) return item.shape
  const [, indent = "", digits = "", rest = ""] = match
  const number = String(Number(digits) + 1)
  if (number.length > 9) return bulletShape("-")
  return {
    ...item.shape,
    before: indent + number + rest,
    width: item.shape.width + number.length - digits.length,
  }
}
