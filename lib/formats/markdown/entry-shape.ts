import type { Block } from "./blocks"
import type { Lines } from "./lines"
import { rowBounds } from "@/lib/memory/text/tables"

/**
 * Layout of an entry: the characters around its first line, and the indentation of its other lines.
 *
 *     -  one entry        item: before is "-  ", width 3
 *        goes on here
 */
export interface EntryShape {
  readonly kind: "item" | "plain" | "quote" | "row" | "block"
  readonly before: string
  /** Columns of indentation of the lines after the first. */
  readonly width: number
  readonly after: string
}

export const PLAIN: EntryShape = { kind: "plain", before: "", width: 0, after: "" }
const QUOTE: EntryShape = { kind: "quote", before: "> ", width: 0, after: "" }
/** A code block or a table as a whole. It has no line for a date or a strikethrough. */
const BLOCK: EntryShape = { kind: "block", before: "", width: 0, after: "" }

/** Returns the layout of an entry by the kind of its block. */
export function shapeOf(kind: Block["kind"], firstLine: string): EntryShape {
  if (kind === "item") return itemShape(firstLine)
  if (kind === "quote") return QUOTE
  return kind === "paragraph" ? PLAIN : BLOCK
}

/** Returns the layout of an entry that is a table row. */
export function rowShape(row: string): EntryShape {
  const { start, end } = rowBounds(row)
  return { kind: "row", before: row.slice(0, start), width: 0, after: row.slice(end) }
}

const ITEM = /^([ \t]*)([-+*]|\d{1,9}[.)])([ \t]*)/

/** Returns the layout of a list item; `PLAIN` for other lines. */
export function itemShape(line: string): EntryShape {
  const match = ITEM.exec(line)
  if (match === null) return PLAIN
  const [all, indent = "", marker = "", gap = ""] = match
  const markerEnd = columnsOf(indent, 0) + marker.length
  const gapWidth = columnsOf(gap, markerEnd) - markerEnd
  const wide = gapWidth >= 5 || all.length === line.length
  const before = wide ? line.slice(0, indent.length + marker.length + Math.min(1, gap.length)) : all
  return { kind: "item", before, width: wide ? markerEnd + 1 : markerEnd + gapWidth, after: "" }
}

export const bulletShape = (marker: string, gap = " "): EntryShape => ({
  kind: "item",
  before: marker + gap,
  width: marker.length + gap.length,
  after: "",
})

/** Bullets for special cases: other marks for text that would become a thematic break, wide gaps above indented code. */
export const OTHER_BULLETS: readonly EntryShape[] = [
  bulletShape("*"),
  bulletShape("+"),
  bulletShape("-", "   "),
  bulletShape("-", "    "),
  bulletShape("*", "    "),
]

/** Returns the lines of an entry without the characters of its layout. */
export function bodyLines(
  lines: Lines,
  shape: EntryShape,
  { line, endLine }: { line: number; endLine: number },
): string[] {
  const first = lines.text(line)
  if (shape.kind === "row") return [first.slice(shape.before.length, first.length - shape.after.length)]
  const body: string[] = []
  for (let at = line; at <= endLine; at += 1)
    body.push(bodyLine(at === line ? first : lines.text(at), shape, at === line))
  return body
}

/**
 * Returns a text as the lines of an entry, like `writeBody`. Lines that the entry already has keep their
 * indentation, because a continued paragraph may be indented less than its item. Lines are compared from the
 * top and from the bottom.
 */
export function rewriteBody(
  { shape, lines, span }: { shape: EntryShape; lines: Lines; span: { line: number; endLine: number } },
  text: string,
): string {
  const written = writeBody(shape, text, "\n").split("\n")
  const now = text.split("\n")
  const before = bodyLines(lines, shape, span)
  const shift = before.length - now.length
  let top = 1
  while (top < now.length && now[top] === before[top]) top += 1
  let bottom = now.length
  while (bottom > top && bottom + shift > top && now[bottom - 1] === before[bottom + shift - 1]) bottom -= 1
  const keptLine = (line: string, at: number): string => {
    const old = at < top ? at : at + shift
    if (at === 0 || old === 0 || (at >= top && at < bottom && shift !== 0)) return line
    const raw = lines.text(span.line + old)
    const body = before[old] ?? ""
    if (now[at] === body) return raw
    return raw.endsWith(body) && now[at] !== "" ? raw.slice(0, raw.length - body.length) + now[at] : line
  }
  return written.map(keptLine).join(lines.eol)
}

/** Returns the number of characters of a line that belong to the layout. */
function bodyStart(text: string, shape: EntryShape, isFirst: boolean): number {
  switch (shape.kind) {
    case "item":
      return isFirst ? shape.before.length : indentEnd(text, shape.width)
    case "quote":
      return /^ {0,3}> ?/.exec(text)?.[0].length ?? 0
    case "row":
      return shape.before.length
    default:
      return 0
  }
}

/** Returns a text as the lines of an entry in this layout. */
export function writeBody(shape: EntryShape, text: string, eol: string): string {
  const [first = "", ...rest] = text.split("\n")
  const indent = shape.kind === "quote" ? "> " : " ".repeat(shape.width)
  const lead =
    shape.before === "" || /[ \t]$/.test(shape.before) || shape.kind === "row"
      ? shape.before
      : `${shape.before} `
  const blank = shape.kind === "quote" ? ">" : ""
  const others = rest.map((line) => (line === "" ? blank : indent + line))
  return [lead + first + shape.after, ...others].join(eol)
}

function bodyLine(text: string, shape: EntryShape, isFirst: boolean): string {
  if (shape.kind !== "item" || isFirst) return text.slice(bodyStart(text, shape, isFirst))
  const end = indentEnd(text, shape.width)
  const over = columnsOf(text.slice(0, end), 0) - shape.width
  return over > 0 ? " ".repeat(over) + text.slice(end) : text.slice(end)
}

/** Returns the offset after the first `width` columns of indentation. A tab that extends beyond is included. */
function indentEnd(text: string, width: number): number {
  let columns = 0
  let at = 0
  while (columns < width && (text[at] === " " || text[at] === "\t")) {
    columns += text[at] === "\t" ? 4 - (columns % 4) : 1
    at += 1
  }
  return at
}

function columnsOf(text: string, from: number): number {
  let columns = from
  for (const char of text) columns += char === "\t" ? 4 - (columns % 4) : 1
  return columns
}
