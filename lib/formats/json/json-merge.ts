import { ownValue } from "@/lib/memory/text/own-value"
import { mergeParts } from "../../memory/text/three-way-merge"
import { type JsonArray, type JsonNode, type JsonObject, memberOf, readJson } from "./json-tree"
import { splice, type Splice } from "../markdown/lines"

interface Sides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/**
 * Merges two changes of a JSON object with lists: list by list and item by item, by `id` if there is one. Insertions at the same place are
 * kept one after the other, ours first. An item that both changed is merged by members, and access counts are added. All other bytes are
 * those of one side. Null if both changed the same value.
 */
export function mergeJson({ base, ours, theirs }: Sides): string | null {
  const [start, mine, other] = [readObject(base), readObject(ours), readObject(theirs)]
  if (start === null || mine === null || other === null) return null
  if (isFrameOf(start, mine, other)) return mergeLists(start, { mine, other, frame: mine })
  return isFrameOf(start, other, mine) ? mergeLists(start, { mine, other, frame: other }) : null
}

/** Merges the lists of both sides into the text of `frame`. */
function mergeLists(
  start: Read,
  { mine, other, frame }: { readonly mine: Read; readonly other: Read; readonly frame: Read },
): string | null {
  const splices: Splice[] = []
  for (const { key, value } of frame.root.members) {
    const [was, here, there] = [start, mine, other].map((side) => listIn(side, key))
    if (value.kind !== "array" || !here || !there) continue
    const merged = mergeList(was ?? { text: "", array: null, items: [] }, here, there)
    if (merged === null) return null
    const [framed, second] = frame === mine ? [here, there] : [there, here]
    const current = framed.items.map((one) => one.raw)
    if (!isSameRow(merged, current)) splices.push(written(framed, second, merged))
  }
  return splice(frame.text, splices)
}

interface Read {
  readonly text: string
  readonly root: JsonObject
}

function readObject(text: string): Read | null {
  const reading = readJson(text)
  return reading.ok &&
    reading.root.kind === "object" &&
    new Set(reading.root.members.map((one) => one.key)).size === reading.root.members.length
    ? { text, root: reading.root }
    : null
}

/**
 * True if the merged text can be based on `one`: both sides have the same lists, and `other` changed nothing
 * else, or the same as `one`.
 */
function isFrameOf(start: Read, one: Read, other: Read): boolean {
  const frame = (side: Read) =>
    JSON.stringify(
      side.root.members
        .map(({ key, value }) => [key, value.kind === "array" ? null : valueIn(side.text, value)])
        .toSorted(byKey),
    )
  const lists = (side: Read) =>
    side.root.members
      .flatMap(({ key, value }) => (value.kind === "array" ? [key] : []))
      .toSorted()
      .join("\0")
  return lists(one) === lists(other) && (frame(other) === frame(start) || frame(other) === frame(one))
}

const byKey = ([a]: readonly unknown[], [b]: readonly unknown[]) => (String(a) < String(b) ? -1 : 1)

interface Item {
  /** Id of the item, or else its content. An item has the same name on all sides. */
  readonly name: string
  readonly value: unknown
  /** Text as written. */
  readonly raw: string
  readonly node: JsonNode | null
}

interface List {
  readonly text: string
  readonly array: JsonArray | null
  readonly items: readonly Item[]
}

function listIn({ text, root }: Read, key: string): List | undefined {
  const array = memberOf(root, key)?.value
  if (array?.kind !== "array") return undefined
  return { text, array, items: array.items.map((node) => itemOf(text, node)) }
}

function itemOf(text: string, node: JsonNode): Item {
  const value = valueIn(text, node)
  const id = node.kind === "object" ? (value as { id?: unknown }).id : undefined
  return {
    name: typeof id === "string" || typeof id === "number" ? `id ${id}` : `says ${JSON.stringify(value)}`,
    value,
    raw: text.slice(node.start, node.end),
    node,
  }
}

const valueIn = (text: string, node: JsonNode): unknown => JSON.parse(text.slice(node.start, node.end))

/** Returns the merged items as text; null if both sides changed the same item. */
function mergeList(base: List, ours: List, theirs: List): string[] | null {
  const names = [base, ours, theirs].map(({ items }) => numbered(items))
  const [was, here, there] = names as [string[], string[], string[]]
  const [outHere, outThere] = [takenOut(was, here), takenOut(was, there)]
  const taken = new Set(
    was.filter(
      (name) =>
        (outHere.has(name) && (outThere.has(name) || there.includes(name))) ||
        (outThere.has(name) && here.includes(name)),
    ),
  )
  const [left, mine, other] = [was, here, there].map((row) => row.filter((name) => !taken.has(name))) as [
    string[],
    string[],
    string[],
  ]
  const order = mergeParts({ base: left, ours: mine, theirs: other }, "beside each other")
  if (order === null || new Set(order).size !== order.length) return null
  const find = (list: List, of: readonly string[], name: string) => list.items[of.indexOf(name)]
  const merged = order.map((name) =>
    mergeItem(find(base, was, name), find(ours, here, name), find(theirs, there, name)),
  )
  // One side may have removed an item that the other changed.
  const dropped = was.filter((name) => !order.includes(name))
  const isChanged = (name: string) =>
    [find(ours, here, name), find(theirs, there, name)].some(
      (one) => one !== undefined && !says(one, find(base, was, name)),
    )
  return merged.includes(null) || dropped.some(isChanged) ? null : (merged as string[])
}

/**
 * Returns the items that a side removed for certain. An item without an id may have been edited instead, except at the start of a list,
 * where full lists are pruned.
 */
function takenOut(was: readonly string[], side: readonly string[]): ReadonlySet<string> {
  const kept = was.findIndex((name) => side.includes(name))
  const lost = kept > 0 && side[0] === was[kept] ? kept : 0
  return new Set(was.filter((name, at) => !side.includes(name) && (at < lost || /^\d+ id /.test(name))))
}

/** Returns the names of the items, each with its number among equal names before it: "1 a", "2 a". */
function numbered(items: readonly Item[]): string[] {
  const turns = new Map<string, number>()
  return items.map(({ name }) => {
    const turn = (turns.get(name) ?? 0) + 1
    turns.set(name, turn)
    return `${turn} ${name}`
  })
}

const says = (one: Item | undefined, other: Item | undefined): boolean =>
  one !== undefined && other !== undefined && JSON.stringify(one.value) === JSON.stringify(other.value)

function mergeItem(base: Item | undefined, ours: Item | undefined, theirs: Item | undefined): string | null {
  if (ours === undefined || theirs === undefined) return (ours ?? theirs)?.raw ?? null
  if (says(ours, theirs) || says(theirs, base)) return ours.raw
  if (says(ours, base)) return theirs.raw
  return base === undefined ? null : mergeMembers(base, ours, theirs)
}

/**
 * Merges the members of an object that both sides changed, as text. Null if both changed the same member, or
 * if `theirs` added or removed one.
 */
function mergeMembers(base: Item, ours: Item, theirs: Item): string | null {
  if (base.node?.kind !== "object" || ours.node?.kind !== "object" || theirs.node?.kind !== "object")
    return null
  const members = {
    was: base.value as Members,
    here: ours.value as Members,
    there: theirs.value as Members,
  }
  const keys = new Set(Object.values(members).flatMap((one) => Object.keys(one)))
  const splices: Splice[] = []
  for (const key of keys) {
    const merged = mergeMember(key, members)
    if (merged === "same") continue
    const place = merged === "conflict" ? undefined : memberOf(ours.node, key)
    if (place === undefined) return null
    splices.push({
      start: place.value.start - ours.node.start,
      end: place.value.end - ours.node.start,
      text: merged === "theirs" ? rawOf(theirs, key) : String(merged),
    })
  }
  return splice(ours.raw, splices)
}

/** Returns which value a member gets: ours ("same"), "theirs", the sum of two counts, or "conflict". */
function mergeMember(
  key: string,
  { was, here, there }: Readonly<Record<"was" | "here" | "there", Members>>,
): "same" | "theirs" | "conflict" | number {
  const [old, mine, other] = [was, here, there].map((members) => JSON.stringify(ownValue(members, key)))
  if (mine === other || other === old) return "same"
  const count = key === "accessed_count" ? addedCounts(was[key], here[key], there[key]) : null
  if (other === undefined || (mine !== old && count === null)) return "conflict"
  return count ?? "theirs"
}

type Members = Readonly<Record<string, unknown>>

/**
 * Returns the count with the increments of both sides. Null if a value is not a number or a side decreased
 * it.
 */
const addedCounts = (was: unknown, here: unknown, there: unknown): number | null =>
  typeof was === "number" &&
  typeof here === "number" &&
  typeof there === "number" &&
  here >= was &&
  there >= was
    ? here + there - was
    : null

function rawOf({ raw, node }: Item, key: string): string {
  const value = node?.kind === "object" ? memberOf(node, key)?.value : undefined
  return value && node ? raw.slice(value.start - node.start, value.end - node.start) : "null"
}

const isSameRow = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at])

/** Writes items into a list in its own layout; an empty list takes the layout of the other side. */
function written(list: List, other: List, items: readonly string[]): Splice {
  const { lead, gap, trail } = layoutOf(list) ?? layoutOf(other) ?? { lead: "", gap: ", ", trail: "" }
  const [start, end] = [(list.array?.start ?? 0) + 1, (list.array?.end ?? 1) - 1]
  return { start, end, text: items.length === 0 ? "" : `${lead}${items.join(gap)}${trail}` }
}

function layoutOf({ text, array }: List): { lead: string; gap: string; trail: string } | null {
  const [first, last] = [array?.items[0], array?.items.at(-1)]
  if (!array || !first || !last) return null
  const lead = text.slice(array.start + 1, first.start)
  const next = array.items[1]
  return {
    lead,
    gap: next ? text.slice(first.end, next.start) : `,${lead === "" ? " " : lead}`,
    trail: text.slice(last.end, array.end - 1),
  }
}
