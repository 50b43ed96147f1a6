import type { Block } from "./blocks"
import { rowShape, shapeOf, type EntryShape } from "./entry-shape"
import { type BoldLabel, isReason, readBoldLabel, readLabel } from "./labels"
import { TOPIC_TYPES } from "../known-types"
import type { Lines } from "./lines"
import type { MarkdownSection, Reading } from "./markdown-document"
import { isPlaceholder } from "./placeholders"
import { readStaleComment, readStatement } from "./statement"
import { cellsOf } from "@/lib/memory/text/tables"

/** The lines of one entry, and how they are written. */
export interface Piece {
  readonly line: number
  readonly endLine: number
  readonly shape: EntryShape
  readonly block: Block
  readonly section: number | null
  /** The label above: "Verification" for the items below "**Verification:**". */
  readonly title: string | null
  /** The column heads of a table's row. */
  readonly labels: readonly string[]
  /** A comment above calls the entry stale. `isOwn`: the comment is the first line of the entry; the rows of a table share theirs. */
  readonly stale: { readonly why: string | null; readonly isOwn: boolean } | null
}

export interface PieceSource {
  readonly lines: Lines
  readonly blocks: readonly Block[]
  readonly sections: readonly MarkdownSection[]
  readonly reading: Reading
  readonly type: string | null
}

/** Divides a document into its entries. Source: memory systems, "What counts as an entry". */
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

/** Types of topic files whose body is one memory: the rule, why it holds, how to apply it. Source: Claude Code auto memory. */
const MEMORY_TYPES: ReadonlySet<string> = new Set(TOPIC_TYPES)

/** What stands below one heading. */
export interface Run {
  readonly section: number | null
  readonly blocks: readonly Block[]
}

export function runsOf({ blocks, sections }: Pick<PieceSource, "blocks" | "sections">): Run[] {
  const runs: { section: number | null; blocks: Block[] }[] = [{ section: null, blocks: [] }]
  for (const block of blocks)
    if (block.kind === "heading") runs.push({ section: runs.length - 1, blocks: [] })
    else runs.at(-1)?.blocks.push(block)
  return runs.filter(({ section }) => section === null || sections[section]?.isLog !== true)
}

const EMPTY_COMMENT = /^ {0,3}<!-- -->/

/** How many blocks below a heading say what its section is for. An empty comment stands for items that were removed. */
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

/** As `piecesOfBlocks`, but what stands together with "Why" or "How to apply" is one entry from its first paragraph on, lists and tables included. */
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

/** A rule across the page, or a second "Why", begins another memory. */
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

class BlockReader {
  private readonly found: Piece[] = []
  /** The label that waits for the block below. */
  private title: string | null = null
  /** Labels of the parts of the last entry, where its paragraph stands directly above. */
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
    if (this.continuesEntry(block)) return
    const label = readLabel(text)
    const leads = LED.has(this.below()?.kind ?? "")
    if (label !== null && !label.isStatement && (leads || label.isLeadIn)) {
      this.parts = null
      this.title = leads ? [this.title, label.title].filter((one) => one !== null).join(": ") : null
      return
    }
    const links = this.links(block)
    if (links !== null) {
      this.found.push(...links)
      this.title = null
      return
    }
    const own = this.partOf(block)
    this.addWithFence(block)
    if (label !== null && LISTED.has(this.below()?.kind ?? "")) this.title = label.title
    this.parts = new Set(own === null ? [] : [own.name])
  }

  /** A paragraph that begins with a bold label goes on with the entry above, and takes what stands directly below along. */
  private continuesEntry(block: Block): boolean {
    const label = this.partOf(block)
    if (this.parts === null || label === null || this.parts.has(label.name)) return false
    const below = this.run.blocks[this.at + 1]
    const isAlone = label.isAlone && block.endLine === block.line
    const takes = below !== undefined && this.belongsTo(isAlone, below)
    const isTitle = isAlone && !isReason(label.name) && (below?.kind === "item" || this.parts.size === 0)
    if (isTitle || (isAlone && !takes)) return false
    this.parts.add(label.name)
    this.extend(block)
    if (!takes) return true
    do {
      this.at += 1
      this.extend(this.run.blocks[this.at] as Block)
    } while (below.kind === "item" && this.run.blocks[this.at + 1]?.list === below.list)
    return true
  }

  private belongsTo(isAlone: boolean, below: Block): boolean {
    if (below.kind === "item" || below.kind === "code") return true
    return isAlone && (below.kind === "quote" || (below.kind === "paragraph" && this.partOf(below) === null))
  }

  private extend({ endLine }: Block): void {
    this.found.push({ ...(this.found.pop() as Piece), endLine })
  }

  /** The bold label that makes a paragraph a part. A date in bold begins an entry. */
  private partOf(block: Block): BoldLabel | null {
    const first = this.run.lines.text(block.line).trimStart()
    return readStatement(first).date === null ? labelOf(block, this.run.lines) : null
  }

  private add(block: Block): void {
    this.found.push(pieceOf(this.run, block, { title: this.title, stale: this.run.stale.get(block) }))
  }

  /** Adds a block; a paragraph or a quote has the fence directly below. */
  private addWithFence(block: Block): void {
    this.add(block)
    this.title = null
    const below = this.run.blocks[this.at + 1]
    if (block.kind === "code" || below?.kind !== "code") return
    this.at += 1
    this.extend(below)
  }

  /** Links of an index, one a line. */
  private links(block: Block): Piece[] | null {
    const { lines, reading } = this.run
    const isSingle = block.endLine === block.line || this.run.blocks[this.at + 1]?.kind === "code"
    if (reading.index !== true || isSingle) return null
    const each = linesOf(block)
    if (!each.every((line) => LINK_FIRST.test(lines.text(line).slice(0, LINK_WINDOW)))) return null
    return each.map((line) => ({ ...pieceOf(this.run, block, { title: this.title }), line, endLine: line }))
  }

  /** The rows of a table that say something. */
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
  /** Why a comment right above calls the block stale; undefined: none does. */
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

/** The blocks with a comment right above that calls them stale, and why. */
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

/** Labels and placeholders are short: the text of a longer block is not asked for. */
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
