import type { Splice } from "../markdown/splices"
import { startOfText, type JsonArray, type JsonNode, type JsonObject } from "./json-tree"

/** An array's items or an object's members, between two brackets. */
export interface JsonList {
  /** Behind the opening bracket. */
  readonly open: number
  /** Before the closing bracket. */
  readonly close: number
  readonly parts: readonly { readonly start: number; readonly end: number }[]
}

export function listOf(node: JsonArray | JsonObject): JsonList {
  return {
    open: node.start + 1,
    close: node.end - 1,
    parts: node.kind === "array" ? node.items : node.members,
  }
}

/**
 * Takes parts out of a list and appends others, so that taking out what was appended gives the same bytes again:
 * a part goes with the comma and the white space that came with it.
 */
export function reviseList(
  text: string,
  list: JsonList,
  change: { removed: ReadonlySet<number>; added: readonly string[]; style: ListStyle },
): Splice[] {
  const { removed, added, style } = change
  if (removed.size === 0 && added.length === 0) return []
  const { parts, open, close } = list
  const first = parts[0]
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return [fillEmpty(text, list, added, style)]

  const separator = `,${gapBefore(text, list) || style.gap}`
  const lastKept = parts.findLastIndex((_, index) => !removed.has(index))
  if (lastKept === -1) {
    if (added.length > 0) return [{ start: first.start, end: last.end, text: added.join(separator) }]
    const [lead, trail] = [text.slice(open, first.start), text.slice(last.end, close)]
    return [{ start: open, end: close, text: hasBreak(lead) && hasBreak(trail) ? "" : lead + trail }]
  }
  const splices: Splice[] = []
  for (const index of removed) {
    const part = parts[index]
    const following = parts[index + 1]
    if (part !== undefined && following !== undefined && index < lastKept)
      splices.push({ start: part.start, end: following.start, text: "" })
  }
  const tail = parts[lastKept]
  if (tail !== undefined && (added.length > 0 || last.end > tail.end)) {
    splices.push({ start: tail.end, end: last.end, text: added.map((part) => separator + part).join("") })
  }
  return splices
}

/**
 * What stood between the brackets must be told from the outcome alone when the only part is taken out again:
 * line breaks on both sides mean that there was nothing; else all white space stands in front of the part.
 */
function fillEmpty(
  text: string,
  { open, close }: JsonList,
  added: readonly string[],
  style: ListStyle,
): Splice {
  const blank = text.slice(open, close)
  if (blank !== "") {
    return { start: close, end: close, text: added.join(`,${hasBreak(blank) ? blank : style.gap}`) }
  }
  if (!style.wrapped) return { start: open, end: close, text: added.join(`,${style.gap}`) }
  const lead = style.eol + style.outer + style.unit
  return { start: open, end: close, text: lead + added.join(`,${lead}`) + style.eol + style.outer }
}

/** The white space before the last part: what a further one is set off with. */
function gapBefore(text: string, { open, parts }: JsonList): string {
  const last = parts.at(-1)
  const previous = parts.at(-2)
  if (last === undefined) return ""
  const gap = text.slice(previous?.end ?? open, last.start)
  return previous === undefined ? gap : gap.slice(gap.indexOf(",") + 1)
}

/** How a list and the parts that come into it are laid out. */
export interface ListStyle {
  /** Whether an empty list takes its first part on a line of its own. */
  readonly wrapped: boolean
  readonly eol: string
  /** Indentation of the line that opens the list. */
  readonly outer: string
  /** One step of indentation. */
  readonly unit: string
  /** Between the parts of a list on one line. */
  readonly gap: string
  /** Between a colon and its value. */
  readonly colonGap: string
  /** Whether all but ASCII is escaped. */
  readonly ascii: boolean
}

/** Reads the style from what stands before the list: it is the same whether or not the list has parts. `depth`: how many brackets are open around it. */
export function styleOf(text: string, node: JsonNode, root: JsonNode, depth: number): ListStyle {
  const before = text.slice(root.start, node.start)
  const outer = indentationAt(text, node.start)
  const sample =
    root.kind === "object"
      ? root
      : root.kind === "array"
        ? (root.items.find((item) => item.kind === "object") ?? null)
        : null
  const member = sample?.kind === "object" ? sample.members[0] : undefined
  const second = sample?.kind === "object" ? sample.members[1] : undefined
  const colon = member === undefined ? ": " : text.slice(member.start, member.value.start)
  const comma = member === undefined || second === undefined ? "" : text.slice(member.end, second.start)
  const colonGap = colon.slice(colon.lastIndexOf(":") + 1)
  return {
    wrapped: hasBreak(before),
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    outer,
    unit:
      depth > 0 && outer !== "" && outer.length % depth === 0
        ? outer.slice(0, outer.length / depth)
        : outer.includes("\t")
          ? "\t"
          : "  ",
    gap: comma === "" ? colonGap : hasBreak(comma) ? " " : comma.slice(comma.indexOf(",") + 1),
    colonGap,
    ascii: isAscii(text.slice(root.start, root.end)),
  }
}

/** Writes an object as the last of its future siblings is written; without one, as the list's style has it. */
export function writeObject(
  text: string,
  list: JsonList,
  style: ListStyle,
  fields: readonly (readonly [key: string, value: string | number | boolean])[],
): string {
  const sibling = list.parts.at(-1)
  const model = sibling === undefined ? "" : text.slice(sibling.start, sibling.end)
  const wrapped = sibling === undefined ? style.wrapped : hasBreak(model)
  const pairs = fields.map(
    ([key, value]) =>
      `${quote(key, style.ascii)}:${style.colonGap}${typeof value === "string" ? quote(value, style.ascii) : JSON.stringify(value)}`,
  )
  if (!wrapped) {
    const padding = /^\{([ \t]*)/.exec(model)?.[1] ?? ""
    return `{${padding}${pairs.join(`,${style.gap}`)}${padding}}`
  }
  const margin = sibling === undefined ? style.outer + style.unit : indentationAt(text, sibling.start)
  const inner = /^\{[ \t]*(?:\r\n|\n|\r)([ \t]*)/.exec(model)?.[1] ?? margin + style.unit
  return `{${style.eol}${pairs.map((pair) => inner + pair).join(`,${style.eol}`)}${style.eol}${margin}}`
}

/** A JSON text; line breaks, quotation marks and, where `ascii`, all that is not ASCII are escaped. */
export function quote(words: string, ascii: boolean): string {
  const quoted = JSON.stringify(words)
  return ascii
    ? quoted.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : quoted
}

const BEYOND_ASCII = /[^\u0020-\u007e]/g

/** Whether the text escapes what is not ASCII: it has such escapes and nothing that is not ASCII. */
const isAscii = (text: string): boolean =>
  /\\u(?!00[0-7])[\da-fA-F]{4}/.test(text) && !/[\u0080-\uffff]/.test(text)

const hasBreak = (blank: string): boolean => /[\n\r]/.test(blank)

/** The white space that the line of `offset` begins with. */
function indentationAt(text: string, offset: number): string {
  let start = offset
  while (start > startOfText(text) && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ""
}
