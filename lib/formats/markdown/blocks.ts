import { Parser, type Node } from "commonmark"
import type { Lines } from "./lines"
import { MAX_NESTING } from "./nesting"
import { opensTable } from "@/lib/memory/text/tables"

/** A top-level block of a document. Lines are inclusive; blank lines at its end belong to no block. */
export interface Block {
  readonly kind: "heading" | "item" | "paragraph" | "quote" | "code" | "table" | "comment" | "html" | "break"
  readonly line: number
  readonly endLine: number
  /** 1–6 for a heading, else 0. */
  readonly level: number
  /** Number of the item's list in the document, from 1; 0 for other blocks. */
  readonly list: number
  /** True if the list of an item has no blank lines between items. */
  readonly tight: boolean
}

export type Structure =
  | { readonly ok: true; readonly blocks: readonly Block[] }
  /** `depth`: levels of the line that nests deepest. */
  | { readonly ok: false; readonly line: number; readonly column: number; readonly depth: number }

/**
 * Reads the top-level blocks from a line on. If the nesting would make parsing too slow, returns the position
 * of the deepest nesting without parsing.
 */
export function readBlocks(text: string, lines: Lines, from: number): Structure {
  const deepest = deepestLine(text, lines, from)
  const cost = deepest.depth * (lines.count - from + 1)
  if (deepest.depth > MAX_NESTING || (deepest.depth > 50 && cost > COSTLIEST))
    return { ok: false, ...deepest }
  const blocks: Block[] = []
  const place = { lines, shift: from - 1, list: 0 }
  for (
    let node = structureParser().parse(bodyOf(text, lines, from)).firstChild;
    node !== null;
    node = node.next
  )
    readNode(node, place, blocks)
  return { ok: true, blocks }
}

/** Maximum of nesting levels times lines, the cost of a line-by-line parser. */
const COSTLIEST = 20_000_000

/** Returns a parser of blocks only. Inline structure is never parsed. */
function structureParser(): Parser {
  return Object.assign(new Parser(), { processInlines: () => undefined })
}

interface Place {
  readonly lines: Lines
  readonly shift: number
  list: number
}

function readNode(node: Node, place: Place, blocks: Block[]): void {
  const { lines, shift } = place
  const line = node.sourcepos[0][0] + shift
  const endLine = lastWrittenLine(lines, line, node.sourcepos[1][0] + shift)
  const block = (kind: Block["kind"], more: Partial<Block> = {}): Block => ({
    kind,
    line,
    endLine,
    level: 0,
    list: 0,
    tight: true,
    ...more,
  })
  switch (node.type) {
    case "list":
      place.list += 1
      for (let item = node.firstChild; item !== null; item = item.next) {
        const start = item.sourcepos[0][0] + shift
        blocks.push(
          block("item", {
            line: start,
            endLine: lastWrittenLine(lines, start, item.sourcepos[1][0] + shift),
            list: place.list,
            tight: node.listTight,
          }),
        )
      }
      return
    case "heading": {
      const table = isAtx(lines.text(line)) ? null : findTable(lines, line, endLine - 1)
      if (table === null) blocks.push(block("heading", { level: node.level }))
      else
        blocks.push(
          ...splitTable(block, { line, table, endLine: endLine - 1 }),
          block("break", { line: endLine }),
        )
      return
    }
    case "paragraph": {
      const table = findTable(lines, line, endLine)
      if (table === null) blocks.push(block("paragraph"))
      else blocks.push(...splitTable(block, { line, table, endLine }))
      return
    }
    case "block_quote":
      return void blocks.push(block("quote"))
    case "code_block":
      return void blocks.push(block("code"))
    case "thematic_break":
      return void blocks.push(block("break"))
    default:
      return void blocks.push(block(/^[ \t]*<!--/.test(lines.text(line)) ? "comment" : "html"))
  }
}

/**
 * Returns the blocks of a paragraph that contains a table, because the parser reads both as one paragraph.
 * Lines above the table's header stay a paragraph.
 */
function splitTable(
  block: (kind: Block["kind"], more: Partial<Block>) => Block,
  { line, table, endLine }: { line: number; table: number; endLine: number },
): Block[] {
  const body = block("table", { line: table, endLine })
  return table === line ? [body] : [block("paragraph", { endLine: table - 1 }), body]
}

function findTable(lines: Lines, line: number, endLine: number): number | null {
  for (let header = line; header < endLine; header += 1) {
    const delimiter = lines.text(header + 1)
    if (/^[ \t]*[|:-]/.test(delimiter) && opensTable(lines.text(header), delimiter)) return header
  }
  return null
}

export const isAtx = (line: string): boolean => /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)

function lastWrittenLine(lines: Lines, line: number, endLine: number): number {
  let last = Math.min(endLine, lines.count)
  while (last > line && lines.isBlank(last)) last -= 1
  return Math.max(line, last)
}

/**
 * Maximum length of a line for the parser. Longer lines are shortened, because only their beginning affects
 * blocks.
 */
const LONG_LINE = 500

function bodyOf(text: string, lines: Lines, from: number): string {
  const chunks: string[] = []
  let kept = from
  for (let line = from; line <= lines.count; line += 1) {
    if (lines.end(line) - lines.start(line) <= LONG_LINE) continue
    if (line > kept) chunks.push(text.slice(lines.start(kept), lines.start(line)))
    chunks.push(shorten(lines.text(line)), "\n")
    kept = line + 1
  }
  if (kept <= lines.count) chunks.push(text.slice(lines.start(kept)))
  return chunks.join("")
}

/**
 * Returns a long line with only the parts that can open or close a block: its beginning, a backtick that
 * forbids a fence, and the end of an HTML block.
 */
function shorten(line: string): string {
  const head = line.slice(0, LONG_LINE)
  const tail = line.slice(LONG_LINE)
  if (isOneMark(line)) return head
  return [
    head,
    "x",
    tail.includes("`") ? "`" : "",
    ...CLOSERS.filter((closer) => tail.includes(closer)),
  ].join(" ")
}

const CLOSERS = ["-->", "?>", "]]>", ">", "</script>", "</pre>", "</style>", "</textarea>"]

/** True for a blank line, or for a thematic break, heading underline or fence of any length. */
function isOneMark(line: string): boolean {
  const mark = /[^ \t]/.exec(line)?.[0]
  if (mark === undefined) return true
  if (!"-=*_`~".includes(mark)) return false
  for (const char of line) if (char !== mark && char !== " " && char !== "\t") return false
  return true
}

interface Deepest {
  readonly line: number
  /** Column at which the line exceeds the nesting limit; 1 if it does not. */
  readonly column: number
  readonly depth: number
}

/** Returns the first line that nests too deep, else the one that nests most, counted by marks and indentation. */
function deepestLine(text: string, lines: Lines, from: number): Deepest {
  let deepest = { line: from, column: 1, depth: 0 }
  for (let line = from; line <= lines.count; line += 1) {
    const start = lines.start(line)
    const { depth, end } = nestingAt(text, start, lines.end(line))
    if (depth > MAX_NESTING) return { line, column: end - start + 1, depth }
    if (depth > deepest.depth) deepest = { line, column: 1, depth }
  }
  return deepest
}

/** Returns the number of levels that a line opens, and the offset where they end or exceed the limit. */
function nestingAt(text: string, start: number, end: number): { depth: number; end: number } {
  let columns = 0
  let marks = 0
  const depth = () => (marks === 0 ? 0 : marks + Math.max(0, columns - marks) / 2)
  let at = start
  for (; at < end; at += 1) {
    const character = text[at] ?? ""
    if (character === " ") columns += 1
    else if (character === "\t") columns += 4
    else if (character === ">" || isListMark(character, text[at + 1])) marks += 1
    else if (!/\d/.test(character)) break
    if (depth() > MAX_NESTING) break
  }
  return { depth: depth(), end: at }
}

/** True for a bullet, or the `.` or `)` of an ordered list, before a blank. */
const isListMark = (character: string, next: string | undefined): boolean =>
  "-*+.)".includes(character) && (next === " " || next === "\t")
