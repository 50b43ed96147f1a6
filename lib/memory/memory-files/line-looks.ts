import { cellsOf, opensTable } from "../text/tables"

/** Look of one line of a memory file. */
export interface LineLook {
  /**
   * `item`, `prose`, `quote` and `row` have inline Markdown. `mono` is code and keeps its spaces. `quiet` is syntax: front matter and
   * comments. `raw` is displayed as written.
   */
  readonly look: "heading" | "item" | "prose" | "quote" | "row" | "mono" | "quiet" | "raw"
  /** Text without heading marks, bullet and indentation. */
  readonly text: string
  readonly level?: number
  /** Number of an item in an ordered list: "2." */
  readonly number?: string
  /** Levels of indentation, 1–6. */
  readonly depth?: number
  /** Cells of a table row. */
  readonly cells?: readonly string[]
  /** True for the row with the column heads. */
  readonly head?: true
}

interface Section {
  readonly name: string
  readonly level: number
}

interface EntryLines {
  /** Text of an entry by line, without date tag and strikethrough. */
  readonly said: ReadonlyMap<number, string>
  /** Lines that begin an entry. */
  readonly starts: ReadonlySet<number>
}

/** Returns the look of each line; null for blank lines. Line numbers count from 1. */
export function readLooks(
  lines: readonly string[],
  sections: ReadonlyMap<number, Section>,
  entries: EntryLines,
): (LineLook | null)[] {
  const reader = new LookReader(lines, sections, entries)
  return carryMarks(lines.map((_, index) => reader.read(index)))
}

/** Reads the lines of a Markdown file in order. */
class LookReader {
  private readonly frontmatter: number
  private fence: string | null = null
  private isInComment = false
  /** Line of the column heads of the current table. */
  private table: number | null = null

  constructor(
    private readonly lines: readonly string[],
    private readonly sections: ReadonlyMap<number, Section>,
    private readonly entries: EntryLines,
  ) {
    this.frontmatter = frontmatterEnd(lines)
  }

  read(index: number): LineLook | null {
    const line = index + 1
    const text = this.lines[index] ?? ""
    const isBlank = text.trim() === ""
    if (line <= this.frontmatter) return { look: "quiet", text }
    if (this.isCode(text)) return { look: "mono", text }
    if (this.isComment(text)) return isBlank ? null : { look: "quiet", text }
    if (isBlank) {
      this.table = null
      return null
    }
    const section = this.sections.get(line)
    if (section) return { look: "heading", level: section.level, text: section.name }
    if (this.sections.has(line - 1) && /^\s*(?:=+|-+)\s*$/.test(text)) return null
    const row = this.readRow(index)
    return row === undefined ? this.readText(index) : row
  }

  private isCode(text: string): boolean {
    const edge =
      /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? /^\s*(?:[-*+]|\d+[.)])\s+(`{3,}|~{3,})/.exec(text)?.[1]
    if (this.fence === null) {
      this.fence = edge ?? null
      return edge !== undefined
    }
    if (edge?.startsWith(this.fence) && /^\s*[`~]+\s*$/.test(text)) this.fence = null
    return true
  }

  private isComment(text: string): boolean {
    if (!this.isInComment && !text.trimStart().startsWith("<!--")) return false
    this.isInComment = !text.includes("-->")
    return true
  }

  /** Returns the look of a table row, null for the line below the column heads, undefined outside of tables. */
  private readRow(index: number): LineLook | null | undefined {
    const line = index + 1
    const text = this.lines[index] ?? ""
    if (opensTable(text, this.lines[index + 1] ?? "")) {
      this.table = line
      return { look: "row", text, cells: cellsOf(text), head: true }
    }
    if (this.table === null) return undefined
    if (line === this.table + 1) return null
    if (!text.includes("|")) {
      this.table = null
      return undefined
    }
    const words = this.entries.said.get(line)
    return { look: "row", text, cells: words === undefined ? cellsOf(text) : cellsOf(`|${words}|`) }
  }

  private readText(index: number): LineLook {
    const line = index + 1
    const text = this.lines[index] ?? ""
    const said = this.entries.said.get(line)
    const quoted = /^ {0,3}>+ ?(.*)$/.exec(text)
    if (quoted !== null) return { look: "quote", text: said ?? quoted[1] ?? "" }
    return lookOf(text, said, this.entries.starts.has(line))
  }
}

/** Closes bold and strikethrough at the end of each line of a paragraph, and opens them again on the next. */
function carryMarks(looks: readonly (LineLook | null)[]): (LineLook | null)[] {
  const carried = [...looks]
  for (let from = 0; from < looks.length;) {
    const end = paragraphEnd(looks, from)
    if (end - from > 1) {
      const lines = looks.slice(from, end) as LineLook[]
      carried.splice(from, lines.length, ...carryMark("~~", carryMark("**", lines)))
    }
    from = end
  }
  return carried
}

function paragraphEnd(looks: readonly (LineLook | null)[], from: number): number {
  let end = from + 1
  if (holdsWords(looks[from])) while (continues(looks[end], looks[from])) end += 1
  return end
}

function carryMark(mark: string, lines: readonly LineLook[]): LineLook[] {
  const counts = lines.map(({ text }) => countOf(mark, text))
  let isOpen = false
  return lines.map((look, at) => {
    const opens = isOpen
    const isOdd = (counts[at] ?? 0) % 2 === 1
    isOpen = opens !== isOdd && counts.slice(at + 1).some((one) => one > 0)
    if (!opens && !isOpen) return look
    return { ...look, text: `${opens ? mark : ""}${look.text.trim()}${isOpen ? mark : ""}` }
  })
}

const holdsWords = (look: LineLook | null | undefined): look is LineLook =>
  look?.look === "item" || look?.look === "prose" || look?.look === "quote"

const continues = (look: LineLook | null | undefined, first: LineLook | null | undefined): boolean =>
  look?.look === (first?.look === "quote" ? "quote" : "prose")

/** Returns how often a mark occurs in a line outside of code. */
const countOf = (mark: string, text: string): number => text.replace(/`[^`]*`/g, "").split(mark).length - 1

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+|$)/

/** Returns the look of a list item or a paragraph line. `said` replaces the text; after an entry's first line it may have a nested bullet. */
function lookOf(text: string, said: string | undefined, isStart: boolean): LineLook {
  const item = ITEM.exec(text)
  if (item) {
    const [all, indent = "", bullet = "-"] = item
    const saidWithoutBullet = isStart ? said : said?.replace(ITEM, "")
    const words = saidWithoutBullet ?? text.slice(all.length)
    return { look: "item", text: words, ...(/\d/.test(bullet) && { number: bullet }), ...depthOf(indent) }
  }
  if (RULE.test(text)) return { look: "quiet", text }
  return { look: "prose", text: (said ?? text).trim(), ...depthOf(/^\s*/.exec(text)?.[0] ?? "") }
}

const RULE = /^\s*(?:---+|\*\*\*+|___+)\s*$/
const INDENT_COLUMNS = 2
const MAX_DEPTH = 6

function depthOf(indent: string): { depth?: number } {
  const depth = Math.min(MAX_DEPTH, Math.floor(indent.replaceAll("\t", "    ").length / INDENT_COLUMNS))
  return depth > 0 ? { depth } : {}
}

/** Returns the number of lines of the front matter with its fences; 0 if there is none. */
export function frontmatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  return end < 0 ? 0 : end + 1
}

/** Returns the look of a JSON line outside of entries and sections; null for a blank line. */
export function lookOfJsonLine(text: string): LineLook | null {
  return text.trim() === "" ? null : { look: "quiet", text }
}
