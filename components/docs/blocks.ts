import { type Node, Parser } from "commonmark"

/**
 * A part of a guide: CommonMark, or a table, which CommonMark does not have. Cells of a table are parsed as
 * CommonMark.
 */
export type Block =
  | { readonly kind: "markdown"; readonly node: Node }
  | { readonly kind: "table"; readonly head: readonly Node[]; readonly rows: readonly (readonly Node[])[] }

/**
 * Text below one heading of a guide, for search. Cells of tables are separated with " · ". `anchor` is null
 * above the first heading of level 2.
 */
export interface GuideSection {
  readonly anchor: string | null
  readonly heading: string
  readonly text: string
}

const parse = (text: string) => new Parser().parse(text)

/** Splits a guide into CommonMark and tables, in order. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let plain: string[] = []
  const flush = () => {
    if (plain.some((line) => line.trim() !== ""))
      blocks.push({ kind: "markdown", node: parse(plain.join("\n")) })
    plain = []
  }
  const lines = text.split("\n")
  let fenced = false
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ""
    if (line.startsWith("```")) fenced = !fenced
    if (fenced || !line.startsWith("|") || !isDelimiter(lines[at + 1] ?? "")) {
      plain.push(line)
      continue
    }
    flush()
    const end = lines.findIndex((other, place) => place > at && !other.startsWith("|"))
    const rows = lines.slice(at, end === -1 ? lines.length : end)
    blocks.push({
      kind: "table",
      head: cellsOf(line),
      rows: rows.slice(2).map(cellsOf),
    })
    at += rows.length - 1
  }
  flush()
  return blocks
}

const isDelimiter = (line: string) => line.startsWith("|") && line.includes("-") && /^[|\s:-]+$/.test(line)

/** Splits a table row at its bars. A bar after a backslash belongs to the cell. */
function cellsOf(row: string): Node[] {
  const cells = [""]
  for (let at = 1; at < row.length; at += 1) {
    const char = row[at] ?? ""
    if (char === "\\" && row[at + 1] === "|") {
      cells[cells.length - 1] += "|"
      at += 1
    } else if (char === "|") cells.push("")
    else cells[cells.length - 1] += char
  }
  return cells.slice(0, -1).map((cell) => parse(cell.trim()))
}

/** Returns the children of a node, in order. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.next) children.push(child)
  return children
}

/** Returns the text of a node without its marks. */
export function blockText(node: Node): string {
  if (node.type === "softbreak" || node.type === "linebreak") return " "
  if (node.type === "html_inline" || node.type === "html_block") return ""
  const own = node.literal ?? childrenOf(node).map(blockText).join("")
  return isBlock(node) ? `${own}\n` : own
}

const isBlock = (node: Node) =>
  ["paragraph", "heading", "item", "code_block", "block_quote"].includes(node.type)

/** Returns the anchor of a heading, as GitHub makes it: lower case, dashes for spaces, no punctuation. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
}

/** Returns the text of a guide by heading. Headings of level 1 give no section of their own. */
export function guideSections(text: string): GuideSection[] {
  const sections: { anchor: string | null; heading: string; text: string }[] = [
    { anchor: null, heading: "", text: "" },
  ]
  const add = (words: string) => {
    const last = sections.at(-1)
    if (last) last.text += `${words} `
  }
  for (const block of blocksOf(text)) {
    if (block.kind === "table") {
      const cells = [block.head, ...block.rows].flat().map((cell) => blockText(cell).trim())
      add(`${cells.filter(Boolean).join(" · ")} ·`)
      continue
    }
    for (const node of childrenOf(block.node)) {
      const heading = node.type === "heading" ? blockText(node).trim() : null
      if (heading === null) add(blockText(node))
      else if (node.level > 1) sections.push({ anchor: anchorOf(heading), heading, text: "" })
    }
  }
  return sections.map((section) => ({
    ...section,
    text: section.text.replaceAll(/\s+/g, " ").trim().replace(/ ·$/, ""),
  }))
}
