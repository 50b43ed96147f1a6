import { type Node, Parser } from "commonmark"
import { Fragment, type ReactNode } from "react"
import { Link } from "@/components/ui/link"

/**
 * A part of a guide: CommonMark, or a table, which CommonMark does not have. Cells of a table are parsed as
 * CommonMark.
 */
type Block =
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
function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.next) children.push(child)
  return children
}

/** Returns the text of a node without its marks. */
function blockText(node: Node): string {
  if (node.type === "softbreak" || node.type === "linebreak") return " "
  if (node.type === "html_inline" || node.type === "html_block") return ""
  const own = node.literal ?? childrenOf(node).map(blockText).join("")
  return isBlock(node) ? `${own}\n` : own
}

const isBlock = (node: Node) =>
  ["paragraph", "heading", "item", "code_block", "block_quote"].includes(node.type)

/** Returns the anchor of a heading, as GitHub makes it: lower case, dashes for spaces, no punctuation. */
function anchorOf(heading: string): string {
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

/**
 * Renders a guide as React elements. HTML in the text is dropped, except for line breaks, so nothing in a
 * guide can run. `resolve` maps a link's target to an address in the app. Null: the link is shown as text.
 */
export function Markdown({ text, resolve }: { text: string; resolve: (target: string) => string | null }) {
  const inline = (node: Node): ReactNode => {
    switch (node.type) {
      case "text":
        return node.literal
      case "softbreak":
        return " "
      case "linebreak":
        return <br />
      case "html_inline":
        return node.literal === "<br>" ? <br /> : null
      case "code":
        return (
          <code className="rounded-sm bg-raised px-1 font-mono text-[0.92em] break-words">
            {node.literal}
          </code>
        )
      case "emph":
        return <em>{all(node)}</em>
      case "strong":
        return <strong className="font-semibold text-ink">{all(node)}</strong>
      case "link": {
        const target = resolve(node.destination ?? "")
        if (target === null) return all(node)
        return (
          <Link href={target} className="text-link underline underline-offset-2">
            {all(node)}
          </Link>
        )
      }
      default:
        return all(node)
    }
  }
  const all = (node: Node) =>
    childrenOf(node).map((child, at) => <Fragment key={at}>{inline(child)}</Fragment>)
  const block = (node: Node): ReactNode => {
    switch (node.type) {
      case "heading":
        return <Heading level={node.level} text={blockText(node).trim()} />
      case "paragraph":
        return <p>{all(node)}</p>
      case "list": {
        const List = node.listType === "ordered" ? "ol" : "ul"
        return (
          <List className={`grid gap-1 pl-5 ${node.listType === "ordered" ? "list-decimal" : "list-disc"}`}>
            {childrenOf(node).map((item, at) => (
              <li key={at}>{childrenOf(item).map((child, place) => listed(child, place))}</li>
            ))}
          </List>
        )
      }
      case "code_block":
        return <CodeBlock text={node.literal ?? ""} />
      case "block_quote":
        return <blockquote className="border-l-2 border-line-strong pl-3">{blocks(node)}</blockquote>
      case "thematic_break":
        return <hr className="border-line" />
      default:
        return null
    }
  }
  const blocks = (node: Node) =>
    childrenOf(node).map((child, at) => <Fragment key={at}>{block(child)}</Fragment>)
  const listed = (node: Node, key: number) => (
    <Fragment key={key}>{node.type === "paragraph" ? all(node) : block(node)}</Fragment>
  )
  const part = (one: Block, key: number) =>
    one.kind === "table" ? (
      <Table key={key} head={one.head.map(cellOf)} rows={one.rows.map((row) => row.map(cellOf))} />
    ) : (
      <Fragment key={key}>{blocks(one.node)}</Fragment>
    )
  const cellOf = (cell: Node): ReactNode => childrenOf(cell).map((child, at) => listed(child, at))
  return <div className="grid min-w-0 grid-cols-1 gap-4 text-md text-ink-2">{blocksOf(text).map(part)}</div>
}

const HEADINGS = {
  1: "text-xl font-semibold text-ink",
  2: "mt-4 border-t border-line pt-4 text-lg font-semibold text-ink",
  3: "mt-2 text-md font-semibold text-ink",
} as const

/** A heading with an anchor. Its link appears on hover and on keyboard focus. */
function Heading({ level, text }: { level: number; text: string }) {
  if (level <= 1) return <h1 className={HEADINGS[1]}>{text}</h1>
  const Tag = level === 2 ? "h2" : "h3"
  const anchor = anchorOf(text)
  return (
    <Tag id={anchor} className={`group scroll-mt-4 ${level === 2 ? HEADINGS[2] : HEADINGS[3]}`}>
      {text}
      <a
        href={`#${anchor}`}
        aria-label={`Link to ${text}`}
        className="ml-1.5 px-0.5 text-ink-3 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        #
      </a>
    </Tag>
  )
}

function CodeBlock({ text }: { text: string }) {
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, so the keyboard must reach it
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface p-3 font-mono text-sm text-ink"
    >
      <code>{text.replace(/\n$/, "")}</code>
    </pre>
  )
}

function Table({ head, rows }: { head: readonly ReactNode[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <section
      aria-label="Table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, so the keyboard must reach it
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full border-collapse text-left text-base">
        <thead className="bg-raised text-ink-3">
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col" className="px-3 py-2 font-medium">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="border-t border-line align-top">
              {row.map((cell, place) => (
                <td key={place} className="min-w-24 px-3 py-2">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
