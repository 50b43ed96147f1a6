import type { Block } from "./blocks"
import { rowShape, shapeOf, type EntryShape } from "./entry-shape"
import {
  type BoldLabel,
  isReason,
  readBoldLabel,
  readLabel,
  readStaleComment,
  readStatement,
} from "./statement"
import { TOPIC_TYPES } from "../field-values"
import type { Lines } from "./lines"
import type { MarkdownSection, Reading } from "./markdown-document"
import { isPlaceholder } from "./placeholders"
import { cellsOf } from "@/lib/memory/text/tables"

/** The lines and layout of one entry. */
export interface Piece {
  readonly line: number
  readonly endLine: number
  readonly shape: EntryShape
  readonly block: Block
  readonly section: number | null
  /** Label above the entry: "Verification" for the items below "**Verification:**". */
  readonly title: string | null
  /** Column heads of a table row. */
  readonly labels: readonly string[]
  /** A comment above that marks the entry as stale. `isOwn`: the comment is part of the entry. The rows of a table share one. */
  readonly stale: { readonly why: string | null; readonly isOwn: boolean } | null
}

export interface PieceSource {
  readonly lines: Lines
  readonly blocks: readonly Block[]
  readonly sections: readonly MarkdownSection[]
  readonly reading: Reading
  readonly type: string | null
}

/** Splits a document into its entries. Source: memory systems, "What counts as an entry". */
export function piecesOf(source: PieceSource): Piece[] {
  const stale = staleComments(source)
  const { sections, reading } = source
  const runs = runsOf(source).filter(
    ({ section }) =>
      reading.holdsEntries?.(section === null ? "" : (sections[section]?.name ?? "")) !== false,
  )
  return runs.flatMap(({ section, blocks }) => {
    const below =
      section === null ? blocks : blocks.slice(descriptionLength(blocks, source.sections[section], source))
    const divide = source.type !== null && MEMORY_TYPES.has(source.type) ? memoriesOf : piecesOfBlocks
    return divide({ ...source, section, blocks: below, stale })
  })
}

/** Types of topic files whose body is one memory: a rule, its reason and its application. Source: Claude Code auto memory. */
const MEMORY_TYPES: ReadonlySet<string> = new Set(TOPIC_TYPES)

/** The blocks below one heading. */
export interface Run {
  /** Index of the section; null before the first heading. */
  readonly section: number | null
  readonly blocks: readonly Block[]
}

/** Groups blocks by heading, without session logs. */
export function runsOf({ blocks, sections }: Pick<PieceSource, "blocks" | "sections">): Run[] {
  const runs: { section: number | null; blocks: Block[] }[] = [{ section: null, blocks: [] }]
  for (const block of blocks)
    if (block.kind === "heading") runs.push({ section: runs.length - 1, blocks: [] })
    else runs.at(-1)?.blocks.push(block)
  return runs.filter(({ section }) => section === null || sections[section]?.isLog !== true)
}

const EMPTY_COMMENT = /^ {0,3}<!-- -->/

/** Returns the number of blocks below a heading that describe the section. An empty comment is a placeholder of removed items. */
export function descriptionLength(
  blocks: readonly Block[],
  section: Pick<MarkdownSection, "name" | "level"> | undefined,
  { lines, reading }: Pick<PieceSource, "lines" | "reading">,
): number {
  const described = section === undefined ? "never" : (reading.describes?.(section) ?? "never")
  if (described === "never") return 0
  const isEmptyComment = ({ kind, line }: Block) => kind === "comment" && EMPTY_COMMENT.test(lines.text(line))
  const end = blocks.findIndex(
    (block) =>
      !(
        (block.kind === "comment" && !isEmptyComment(block)) ||
        (block.kind === "paragraph" && readLabel(shortText(block, lines))?.isLeadIn !== true)
      ),
  )
  const length = end < 0 ? blocks.length : end
  const below = blocks.slice(length)
  const leadsItems = below.some(
    (block, at) =>
      block.kind === "item" ||
      block.kind === "table" ||
      (isEmptyComment(block) && below[at + 1]?.kind !== "code"),
  )
  return described === "always" || leadsItems ? length : 0
}

interface Divided extends Omit<PieceSource, "blocks">, Run {
  readonly stale: ReadonlyMap<Block, string | null>
}

/**
 * Returns the entries below a heading, like `piecesOfBlocks`. A paragraph with "Why" or "How to apply" is one
 * entry together with its lists and tables.
 */
function memoriesOf(run: Divided): Piece[] {
  const isReasonBlock = (block: Block) => isReason(labelOf(block, run.lines)?.name ?? "")
  return memoriesAmong(run.blocks, run.lines).flatMap((blocks): Piece[] => {
    const start = blocks.findIndex(({ kind }) => kind === "paragraph")
    const [first, last] = [blocks[start], blocks.at(-1)]
    if (first === undefined || last === undefined || !blocks.some(isReasonBlock))
      return piecesOfBlocks({ ...run, blocks })
    const memory = pieceOf(run, first, { endLine: last.endLine, stale: run.stale.get(first) })
    return [...piecesOfBlocks({ ...run, blocks: blocks.slice(0, start) }), memory]
  })
}

/** Splits blocks into memories. A thematic break, or a second "Why", begins another memory. */
function memoriesAmong(blocks: readonly Block[], lines: Lines): Block[][] {
  const memories: Block[][] = [[]]
  const given = new Set<string>()
  const begin = (first: Block[]) => {
    memories.push(first)
    given.clear()
  }
  for (const block of blocks) {
    if (block.kind === "break") {
      begin([])
      continue
    }
    const name = labelOf(block, lines)?.name ?? ""
    const current = memories.at(-1) as Block[]
    if (given.has(name)) {
      const rule = current.findLastIndex((one) => one.kind === "paragraph" && labelOf(one, lines) === null)
      const reason = current.findLastIndex((one) => isReason(labelOf(one, lines)?.name ?? ""))
      if (rule > reason) begin(current.splice(rule))
    }
    if (isReason(name)) given.add(name)
    memories.at(-1)?.push(block)
  }
  return memories
}

function piecesOfBlocks(run: Divided): Piece[] {
  return new BlockReader(run).read()
}

const LED: ReadonlySet<string> = new Set(["item", "table", "code", "paragraph", "quote"])

const LISTED: ReadonlySet<string> = new Set(["item", "table"])

/** Reads the blocks below one heading in order. */
class BlockReader {
  private readonly found: Piece[] = []
  /** Label for the next block. */
  private title: string | null = null
  /** Labels of the parts of the last entry if its paragraph is directly above; else null. */
  private parts: Set<string> | null = null
  private at = 0

  constructor(private readonly run: Divided) {}

  read(): Piece[] {
    for (; this.at < this.run.blocks.length; this.at += 1) {
      const block = this.run.blocks[this.at] as Block
      if (block.kind === "paragraph") this.readParagraph(block)
      else {
        this.parts = null
        this.readOther(block)
      }
    }
    return this.found
  }

  private readOther(block: Block): void {
    switch (block.kind) {
      case "comment":
        return
      case "item":
        if (!isPlaceholder(shortText(block, this.run.lines).replace(BULLET, ""))) this.add(block)
        if (this.below()?.list !== block.list) this.title = null
        return
      case "table":
        this.found.push(...this.rows(block))
        this.title = null
        return
      case "quote":
      case "code":
        return this.addWithFence(block)
      default:
        this.title = null
    }
  }

  private readParagraph(block: Block): void {
    const { lines } = this.run
    const text = shortText(block, lines)
    if (isPlaceholder(text)) {
      this.parts = null
      this.title = null
      return
    }
    if (this.continuesEntry(block) || this.readTitle(text)) return
    const links = this.links(block)
    if (links !== null) {
      this.found.push(...links)
      this.title = null
      return
    }
    this.readStatement(block, readLabel(text))
  }

  /** Takes a paragraph that is only a label as the title of the next block. Returns false for other paragraphs. */
  private readTitle(text: string): boolean {
    const label = readLabel(text)
    const leads = LED.has(this.below()?.kind ?? "")
    if (label === null || label.isStatement || !(leads || label.isLeadIn)) return false
    this.parts = null
    this.title = leads ? [this.title, label.title].filter((one) => one !== null).join(": ") : null
    return true
  }

  private readStatement(block: Block, label: ReturnType<typeof readLabel>): void {
    const own = this.partOf(block)
    this.addWithFence(block)
    if (label !== null && LISTED.has(this.below()?.kind ?? "")) this.title = label.title
    this.parts = new Set(own === null ? [] : [own.name])
  }

  /** Adds a paragraph with a bold label to the entry above, with the blocks that belong to it. Returns false if the paragraph is not part of that entry. */
  private continuesEntry(block: Block): boolean {
    const label = this.partOf(block)
    if (this.parts === null || label === null || this.parts.has(label.name)) return false
    const below = this.run.blocks[this.at + 1]
    const isAlone = label.isAlone && block.endLine === block.line
    const isTaken = below !== undefined && this.belongsTo(isAlone, below)
    if (isAlone && (!isTaken || this.isTitle(label, below))) return false
    this.parts.add(label.name)
    this.extend(block)
    if (isTaken) this.takeBelow(below)
    return true
  }

  /** True for a label alone on its line that is the title of the items below, not a part of the entry above. */
  private isTitle({ name }: BoldLabel, below: Block): boolean {
    return !isReason(name) && (below.kind === "item" || this.parts?.size === 0)
  }

  /** Adds the block below to the last entry. If it is a list item, adds all items of its list. */
  private takeBelow(below: Block): void {
    do {
      this.at += 1
      this.extend(this.run.blocks[this.at] as Block)
    } while (below.kind === "item" && this.run.blocks[this.at + 1]?.list === below.list)
  }

  private belongsTo(isAlone: boolean, below: Block): boolean {
    if (below.kind === "item" || below.kind === "code") return true
    return isAlone && (below.kind === "quote" || (below.kind === "paragraph" && this.partOf(below) === null))
  }

  private extend({ endLine }: Block): void {
    this.found.push({ ...(this.found.pop() as Piece), endLine })
  }

  /** Returns the bold label of a paragraph that is a part of an entry. A bold date begins a new entry. */
  private partOf(block: Block): BoldLabel | null {
    const first = this.run.lines.text(block.line).trimStart()
    return readStatement(first).date === null ? labelOf(block, this.run.lines) : null
  }

  private add(block: Block): void {
    this.found.push(pieceOf(this.run, block, { title: this.title, stale: this.run.stale.get(block) }))
  }

  /** Adds a block. A paragraph or quote is added together with the code block directly below. */
  private addWithFence(block: Block): void {
    this.add(block)
    this.title = null
    const below = this.run.blocks[this.at + 1]
    if (block.kind === "code" || below?.kind !== "code") return
    this.at += 1
    this.extend(below)
  }

  /** Returns the links of an index, one per line; null for other paragraphs. */
  private links(block: Block): Piece[] | null {
    const { lines, reading } = this.run
    const isSingle = block.endLine === block.line || this.run.blocks[this.at + 1]?.kind === "code"
    if (reading.index !== true || isSingle) return null
    const each = linesOf(block)
    if (!each.every((line) => LINK_FIRST.test(lines.text(line).slice(0, LINK_WINDOW)))) return null
    return each.map((line) => ({ ...pieceOf(this.run, block, { title: this.title }), line, endLine: line }))
  }

  /** Returns the rows of a table that are not empty. */
  private rows(table: Block): Piece[] {
    const { lines, stale } = this.run
    const labels = cellsOf(lines.text(table.line))
    const why = stale.get(table)
    return linesOf(table)
      .slice(2)
      .flatMap((line): Piece[] => {
        const row = lines.text(line)
        if (cellsOf(row).every((cell) => EMPTY_CELL.test(cell) || isPlaceholder(cell))) return []
        const piece = pieceOf(this.run, table, { title: this.title, shape: rowShape(row), labels })
        return [{ ...piece, line, endLine: line, stale: why === undefined ? null : { why, isOwn: false } }]
      })
  }

  private below(): Block | undefined {
    let at = this.at + 1
    while (this.run.blocks[at]?.kind === "comment") at += 1
    return this.run.blocks[at]
  }
}

const EMPTY_CELL = /^[-–—?]*$/
const BULLET = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]*/
const LINK_WINDOW = 500
const LINK_FIRST = /^[ \t]*\[[^\]]*\]\([^)]*\)/

interface PieceMore extends Partial<Omit<Piece, "stale">> {
  /** Reason in a comment directly above that marks the block as stale; undefined without a comment. */
  readonly stale?: string | null | undefined
}

function pieceOf({ lines, section }: Divided, block: Block, { stale, ...more }: PieceMore): Piece {
  return {
    line: stale === undefined ? block.line : block.line - 1,
    endLine: block.endLine,
    shape: shapeOf(block.kind, lines.text(block.line)),
    block,
    section,
    title: null,
    labels: [],
    stale: stale === undefined ? null : { why: stale, isOwn: true },
    ...more,
  }
}

/** Returns the blocks with a comment directly above that marks them as stale, and the reason. */
function staleComments({ blocks, lines }: PieceSource): Map<Block, string | null> {
  const stale = new Map<Block, string | null>()
  for (const [at, block] of blocks.entries()) {
    const above = blocks[at - 1]
    if (above?.kind !== "comment" || above.line !== block.line - 1) continue
    const comment = readStaleComment(lines.text(above.line))
    if (comment !== null) stale.set(block, comment.why)
  }
  return stale
}

const labelOf = (block: Block, lines: Lines): BoldLabel | null =>
  block.kind === "paragraph" ? readBoldLabel(lines.text(block.line)) : null

/** Returns the text of a block of at most 6 lines, else "". Labels and placeholders are short. */
function shortText(block: Block, lines: Lines): string {
  return block.endLine - block.line >= SHORT ? "" : textOf(block, lines)
}
const SHORT = 6

export const textOf = (block: Block, lines: Lines): string =>
  linesOf(block)
    .map((line) => lines.text(line))
    .join("\n")

const linesOf = ({ line, endLine }: Pick<Block, "line" | "endLine">): number[] =>
  Array.from({ length: endLine - line + 1 }, (_, index) => line + index)
