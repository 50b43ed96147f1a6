import { cellsOf, opensTable } from "../text/tables"

/** How one line of a memory file is drawn. */
export interface LineLook {
  /**
   * `heading`; `item`, `prose`, `quote` and `row` hold inline markdown; `mono` keeps its spaces: code; `quiet` is what nobody reads as
   * memory: frontmatter, comments, syntax; `raw` is the line as it stands.
   */
  readonly look: "heading" | "item" | "prose" | "quote" | "row" | "mono" | "quiet" | "raw"
  /** Without heading marks, bullet and indentation. */
  readonly text: string
  readonly level?: number
  /** The number of an item in an ordered list: "2." */
  readonly number?: string
  /** Steps of indentation. */
  readonly depth?: number
  /** Of a table's row. */
  readonly cells?: readonly string[]
  /** The row has the column heads. */
  readonly head?: true
}

interface Section {
  readonly name: string
  readonly level: number
}

interface Statements {
  /** What an entry says on a line: without date tag and strike. */
  readonly said: ReadonlyMap<number, string>
  /** Lines that begin an entry. */
  readonly starts: ReadonlySet<number>
}

/** The look of each line, null for blank ones. */
export function readLooks(
  lines: readonly string[],
  sections: ReadonlyMap<number, Section>,
  { said, starts }: Statements,
): (LineLook | null)[] {
  const front = frontmatterEnd(lines)
  let fence: string | null = null
  let comment = false
  /** The line of the column heads. */
  let table: number | null = null
  const looks = lines.map((text, index): LineLook | null => {
    const line = index + 1
    if (line <= front) return { look: "quiet", text }
    const edge =
      /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? /^\s*(?:[-*+]|\d+[.)])\s+(`{3,}|~{3,})/.exec(text)?.[1]
    if (fence !== null) {
      if (edge?.startsWith(fence) && /^\s*[`~]+\s*$/.test(text)) fence = null
      return { look: "mono", text }
    }
    if (edge !== undefined) {
      fence = edge
      return { look: "mono", text }
    }
    if (comment || text.trimStart().startsWith("<!--")) {
      comment = !text.includes("-->")
      return text.trim() === "" ? null : { look: "quiet", text }
    }
    if (text.trim() === "") {
      table = null
      return null
    }
    const section = sections.get(line)
    if (section) return { look: "heading", level: section.level, text: section.name }
    if (sections.has(line - 1) && /^\s*(?:=+|-+)\s*$/.test(text)) return null
    if (opensTable(text, lines[index + 1] ?? "")) {
      table = line
      return { look: "row", text, cells: cellsOf(text), head: true }
    }
    if (table !== null && line === table + 1) return null
    if (table !== null && text.includes("|")) {
      const words = said.get(line)
      return { look: "row", text, cells: words === undefined ? cellsOf(text) : cellsOf(`|${words}|`) }
    }
    table = null
    const quoted = /^ {0,3}>+ ?(.*)$/.exec(text)
    if (quoted !== null) return { look: "quote", text: said.get(line) ?? quoted[1] ?? "" }
    return lookOf(text, said.get(line), starts.has(line))
  })
  return carryMarks(looks)
}

/** A paragraph's marks hold over its line breaks: bold that closes on a later line is closed on its own, and opened again there. */
function carryMarks(looks: readonly (LineLook | null)[]): (LineLook | null)[] {
  const carried = [...looks]
  for (let from = 0; from < looks.length;) {
    let end = from + 1
    if (holdsWords(looks[from])) while (continues(looks[end], looks[from])) end += 1
    if (end - from > 1)
      for (const mark of ["**", "~~"]) {
        const lines = carried.slice(from, end) as LineLook[]
        const counts = lines.map(({ text }) => countOf(mark, text))
        let open = false
        for (const [at, look] of lines.entries()) {
          const isOdd = (counts[at] ?? 0) % 2 === 1
          const closes: boolean = open !== isOdd && counts.slice(at + 1).some((one) => one > 0)
          const text = `${open ? mark : ""}${look.text.trim()}${closes ? mark : ""}`
          if (open || closes) carried[from + at] = { ...look, text }
          open = closes
        }
      }
    from = end
  }
  return carried
}

const holdsWords = (look: LineLook | null | undefined): look is LineLook =>
  look?.look === "item" || look?.look === "prose" || look?.look === "quote"

const continues = (look: LineLook | null | undefined, first: LineLook | null | undefined): boolean =>
  look?.look === (first?.look === "quote" ? "quote" : "prose")

/** How often a mark stands in a line, outside code. */
const countOf = (mark: string, text: string): number => text.replace(/`[^`]*`/g, "").split(mark).length - 1

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+|$)/

/** `said` stands in place of the line's own words: on an entry's first line it is all of them, on others it may begin with a nested bullet. */
function lookOf(text: string, said: string | undefined, starts: boolean): LineLook {
  const item = ITEM.exec(text)
  if (item) {
    const [all, indent = "", bullet = "-"] = item
    const words = said === undefined ? text.slice(all.length) : starts ? said : said.replace(ITEM, "")
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

/** Number of lines that the frontmatter takes, its fences too; 0 where there is none. */
function frontmatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/.test(line))
  return end < 0 ? 0 : end + 1
}

/** A line of JSON that no entry and no section stands for; null where it is blank. */
export function lookOfJsonLine(text: string): LineLook | null {
  return text.trim() === "" ? null : { look: "quiet", text }
}
