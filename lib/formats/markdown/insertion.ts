import { bulletShape, OTHER_BULLETS, writeBody, type EntryShape } from "./entry-shape"
import type { MarkdownDocument, MarkdownEntry } from "./markdown-document"
import { writtenAfter, writtenBefore } from "./removal"
import type { Splice } from "./splices"
import { cellsOf, splitCells } from "@/lib/memory/text/tables"

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
