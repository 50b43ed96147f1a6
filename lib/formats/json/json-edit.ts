import type { Splice } from "../markdown/lines"
import type { Change } from "../../memory/memory-files/format"
import { startOfText, type JsonArray, type JsonNode, type JsonObject } from "./json-tree"

/** The items of an array or the members of an object. Offsets are UTF-16 units. */
export interface JsonList {
  /** Offset after the opening bracket. */
  readonly open: number
  /** Offset of the closing bracket. */
  readonly close: number
  readonly parts: readonly JsonPart[]
}

interface JsonPart {
  readonly start: number
  readonly end: number
}

/** Returns the items of an array or the members of an object. */
export function listOf(node: JsonArray | JsonObject): JsonList {
  return {
    open: node.start + 1,
    close: node.end - 1,
    parts: node.kind === "array" ? node.items : node.members,
  }
}

interface ListChange {
  /** Indexes of the parts to remove. */
  readonly removed: ReadonlySet<number>
  /** Parts to append, as JSON. */
  readonly added: readonly string[]
  readonly style: ListStyle
}

/**
 * Removes parts of a list and appends others. A part is removed with its comma and whitespace, so that removing an appended part restores
 * the same bytes.
 */
export function reviseList(text: string, list: JsonList, change: ListChange): Splice[] {
  const { removed, added, style } = change
  if (removed.size === 0 && added.length === 0) return []
  const { parts } = list
  const last = parts.at(-1)
  if (last === undefined) return [fillEmpty(text, list, added, style)]
  const lastKept = parts.findLastIndex((_, index) => !removed.has(index))
  const tail = parts[lastKept]
  const separator = `,${gapBefore(text, list) || style.gap}`
  if (tail === undefined) return [replaceAll(text, list, added, separator)]
  const splices = [...removed].flatMap((index): Splice[] => {
    const [part, following] = [parts[index], parts[index + 1]]
    if (part === undefined || following === undefined || index > lastKept) return []
    return [{ start: part.start, end: following.start, text: "" }]
  })
  if (added.length === 0 && last.end === tail.end) return splices
  return [
    ...splices,
    { start: tail.end, end: last.end, text: added.map((part) => separator + part).join("") },
  ]
}

/** Replaces all parts of a list. Without new parts, the whitespace of an empty list is restored. */
function replaceAll(
  text: string,
  { open, close, parts }: JsonList,
  added: readonly string[],
  separator: string,
): Splice {
  const [first, last] = [parts[0] as JsonPart, parts.at(-1) as JsonPart]
  if (added.length > 0) return { start: first.start, end: last.end, text: added.join(separator) }
  const [lead, trail] = [text.slice(open, first.start), text.slice(last.end, close)]
  return { start: open, end: close, text: hasBreak(lead) && hasBreak(trail) ? "" : lead + trail }
}

/**
 * Adds the first parts to an empty list. If the only part is removed again, the whitespace must be known from the result: line breaks on both
 * sides mean an empty list without whitespace; otherwise all whitespace is before the part.
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

/** Returns the whitespace before the last part, which a new part gets too. */
function gapBefore(text: string, { open, parts }: JsonList): string {
  const last = parts.at(-1)
  const previous = parts.at(-2)
  if (last === undefined) return ""
  const gap = text.slice(previous?.end ?? open, last.start)
  return previous === undefined ? gap : gap.slice(gap.indexOf(",") + 1)
}

/** Layout of a list and its new parts. */
export interface ListStyle {
  /** True if the first part of an empty list is on a line of its own. */
  readonly wrapped: boolean
  readonly eol: string
  /** Indentation of the line that opens the list. */
  readonly outer: string
  /** One level of indentation. */
  readonly unit: string
  /** Whitespace between the parts of a list on one line. */
  readonly gap: string
  /** Whitespace between a colon and its value. */
  readonly colonGap: string
  /** True if characters beyond ASCII are escaped. */
  readonly ascii: boolean
}

/** Reads the style from the text before the list, so that it does not depend on the list's parts. `depth`: number of open brackets around it. */
export function styleOf(text: string, node: JsonNode, root: JsonNode, depth: number): ListStyle {
  const outer = indentationAt(text, node.start)
  return {
    wrapped: hasBreak(text.slice(root.start, node.start)),
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? "\n",
    outer,
    unit: indentationUnit(outer, depth),
    ...gapsOf(text, firstObject(root)),
    ascii: isAscii(text.slice(root.start, root.end)),
  }
}

function firstObject(root: JsonNode): JsonObject | undefined {
  if (root.kind === "object") return root
  return root.kind === "array" ? root.items.find((item) => item.kind === "object") : undefined
}

function indentationUnit(outer: string, depth: number): string {
  if (depth > 0 && outer !== "" && outer.length % depth === 0) return outer.slice(0, outer.length / depth)
  return outer.includes("\t") ? "\t" : "  "
}

/** Reads the whitespace after commas and colons from the first members of an object. */
function gapsOf(text: string, sample: JsonObject | undefined): Pick<ListStyle, "gap" | "colonGap"> {
  const [first, second] = sample?.members ?? []
  if (first === undefined) return { gap: " ", colonGap: " " }
  const colon = text.slice(first.start, first.value.start)
  const colonGap = colon.slice(colon.lastIndexOf(":") + 1)
  if (second === undefined) return { gap: colonGap, colonGap }
  const comma = text.slice(first.end, second.start)
  return { gap: hasBreak(comma) ? " " : comma.slice(comma.indexOf(",") + 1), colonGap }
}

/** Writes an object in the layout of the last part of its list, or else in the style of the list. */
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

/** Returns a text as a JSON string. `ascii`: also escapes characters beyond ASCII. */
export function quote(words: string, ascii: boolean): string {
  const quoted = JSON.stringify(words)
  return ascii
    ? quoted.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : quoted
}

const BEYOND_ASCII = /[^\u0020-\u007e]/g

/** True if the text has escapes and no characters beyond ASCII. */
const isAscii = (text: string): boolean =>
  /\\u(?!00[0-7])[\da-fA-F]{4}/.test(text) && !/[\u0080-\uffff]/.test(text)

const hasBreak = (blank: string): boolean => /[\n\r]/.test(blank)

/** Returns the indentation of the line at `offset`. */
function indentationAt(text: string, offset: number): string {
  let start = offset
  while (start > startOfText(text) && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ""
}

/**
 * Applies changes in three rounds: edits, then retirements and restorations, then additions and removals.
 * Changes of one round never touch the same bytes. The first two rounds keep the index of every entry.
 */
export function reviseInStages(
  text: string,
  changes: readonly Change[],
  apply: (text: string, changes: readonly Change[]) => string,
): string {
  const rounds = [
    lastOfEach(changes.filter((change) => change.kind === "edit")),
    lastOfEach(changes.filter((change) => change.kind === "retire" || change.kind === "restore")),
    changes.filter((change) => change.kind === "add" || change.kind === "remove"),
  ]
  return rounds.reduce((revised, round) => (round.length === 0 ? revised : apply(revised, round)), text)
}

/** Keeps the last of several changes to one entry. */
function lastOfEach<C extends Change & { readonly entry: number }>(changes: readonly C[]): C[] {
  return [...new Map(changes.map((change) => [change.entry, change])).values()]
}
