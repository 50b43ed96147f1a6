import { ownValue } from "@/lib/memory/text/own-value"
import { mergeParts } from "../../memory/text/three-way"
import { type JsonArray, type JsonNode, type JsonObject, memberOf, readJson } from "./json-tree"
import { splice, type Splice } from "../markdown/splices"

interface Sides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/**
 * Two changes of a JSON object that holds lists: list by list, item by item, each known by its `id` where it has one. Items that both
 * put in at one place stand one after the other, ours first. An item that both changed is merged member by member, and counts of
 * accesses add up. All bytes that the merge does not concern are those of one side. Null where both changed the same.
 */
export function mergeJson({ base, ours, theirs }: Sides): string | null {
  const [start, mine, other] = [readObject(base), readObject(ours), readObject(theirs)]
  if (start === null || mine === null || other === null) return null
  const [frame, second] = isFrameOf(start, mine, other)
    ? [mine, other]
    : isFrameOf(start, other, mine)
      ? [other, mine]
      : [null, null]
  if (frame === null) return null
  const splices: Splice[] = []
  for (const { key, value } of frame.root.members) {
    const [was, here, there] = [start, mine, other].map((side) => listIn(side, key))
    if (value.kind !== "array" || !here || !there) continue
    const merged = mergeList(was ?? { text: "", array: null, items: [] }, here, there)
    if (merged === null) return null
    const framed = frame === mine ? here : there
    if (
      !isSameRow(
        merged,
        framed.items.map((one) => one.raw),
      )
    )
      splices.push(written(framed, second === mine ? here : there, merged))
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

/** Whether all but the lists may be as `one` has it: `other` left it as it was, or says the same. Both have the same lists then. */
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
  /** Its id, else what it says: the same for the same item on all sides. */
  readonly name: string
  readonly value: unknown
  /** As it is written. */
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

/** The items as they are to be written; null where both changed the same. */
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
  // One side took out what the other one changed.
  const dropped = was.filter((name) => !order.includes(name))
  const isChanged = (name: string) =>
    [find(ours, here, name), find(theirs, there, name)].some(
      (one) => one !== undefined && !says(one, find(base, was, name)),
    )
  return merged.includes(null) || dropped.some(isChanged) ? null : (merged as string[])
}

/** What a side took out, whatever the other one took out around it. What has no id may also have been reworded, but for what a full list loses first. */
function takenOut(was: readonly string[], side: readonly string[]): ReadonlySet<string> {
  const kept = was.findIndex((name) => side.includes(name))
  const lost = kept > 0 && side[0] === was[kept] ? kept : 0
  return new Set(was.filter((name, at) => !side.includes(name) && (at < lost || /^\d+ id /.test(name))))
}

/** Items that say the same are told apart by their turn. */
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

/** Member by member of an object that both changed. */
function mergeMembers(base: Item, ours: Item, theirs: Item): string | null {
  if (base.node?.kind !== "object" || ours.node?.kind !== "object" || theirs.node?.kind !== "object")
    return null
  const [was, here, there] = [base.value, ours.value, theirs.value] as [Members, Members, Members]
  const keys = new Set([...Object.keys(was), ...Object.keys(here), ...Object.keys(there)])
  const splices: Splice[] = []
  for (const key of keys) {
    const [old, mine, other] = [ownValue(was, key), ownValue(here, key), ownValue(there, key)].map((value) =>
      JSON.stringify(value),
    )
    if (mine === other || other === old) continue
    const counted = key === "accessed_count" ? sumOf(was[key], here[key], there[key]) : null
    if (mine !== old && counted === null) return null
    const place = memberOf(ours.node, key)
    if (place === undefined || other === undefined) return null
    const { start, end } = place.value
    splices.push({
      start: start - ours.node.start,
      end: end - ours.node.start,
      text: counted === null ? rawOf(theirs, key) : String(counted),
    })
  }
  return splice(ours.raw, splices)
}

type Members = Readonly<Record<string, unknown>>

/** Only of counts that went on: one that somebody set back says something else than how often. */
const sumOf = (was: unknown, here: unknown, there: unknown): number | null =>
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

/** A list with these items, laid out as it was, or as the other side has it where it was empty. */
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
