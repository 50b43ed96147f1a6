import type { Change } from "../../memory/memory-files/format"
import { instantOf } from "./json-places"
import { listOf, quote, reviseList, styleOf, writeObject, type ListStyle, reviseInStages } from "./json-edit"
import { markRetired, unmarkRetired, readStruck, strike, unstrike } from "./json-retirement"
import {
  memberOf,
  readJson,
  valueOf,
  type JsonArray,
  type JsonNode,
  type JsonObject,
  stringOf,
  type JsonScalar,
} from "./json-tree"
import { splice, type Splice } from "../markdown/lines"

/** Returns the text with another run at the end. Throws `RangeError` if the file is not valid JSON. */
export function appendRun(text: string, run: RunSummary): string {
  const file = open(text)
  return reviseLists(text, file, {
    runs: { removed: new Set(), added: [writeRun(text, file, run)] },
    notes: NOTHING,
    splices: [],
  })
}

/**
 * Returns the text with only the newest `most` runs, as the run cache's loader prunes it. Throws `RangeError`
 * if the file is not valid JSON.
 */
export function pruneRuns(text: string, most = KEPT_RUNS): string {
  const file = open(text)
  const surplus = (file.arrays.runs?.items.length ?? 0) - most
  if (surplus <= 0) return text
  return reviseLists(text, file, {
    runs: { removed: new Set(Array.from({ length: surplus }, (_, index) => index)), added: [] },
    notes: NOTHING,
    splices: [],
  })
}

/** Applies changes to a run cache. An addition without a section becomes a note. */
export function reviseRuns(text: string, _path: string, changes: readonly Change[]): string {
  return reviseInStages(text, changes, reviseOnce)
}

function reviseOnce(text: string, changes: readonly Change[]): string {
  const file = open(text)
  const lists = {
    runs: { removed: new Set<number>(), added: [] as string[] },
    notes: { removed: new Set<number>(), added: [] as string[] },
  }
  const splices: Splice[] = []
  for (const change of changes) {
    if (change.kind === "add") {
      const key = keyOfSection(change.section)
      lists[key].added.push(
        key === "notes" ? writeNote(file, change.text) : writeRun(text, file, runOf(change)),
      )
      continue
    }
    const found = file.entries[change.entry]
    if (found === undefined) throw new RangeError(`The file has no entry ${change.entry}`)
    const { key, index, item } = found
    if (change.kind === "remove") lists[key].removed.add(index)
    else splices.push(...spliceEntry(text, item, change, file.style[key]))
  }
  return reviseLists(text, file, { ...lists, splices })
}

/** Returns the lists of runs and notes in the order of the text. Missing lists are left out. */
export function listsOf(root: JsonObject): { name: "Runs" | "Notes"; array: JsonArray }[] {
  const found: { name: "Runs" | "Notes"; array: JsonArray }[] = []
  for (const [name, key] of [
    ["Runs", "runs"],
    ["Notes", "notes"],
  ] as const) {
    const array = valueOf(root, key)
    if (array?.kind === "array") found.push({ name, array })
  }
  return found.toSorted((a, b) => a.array.start - b.array.start)
}

type Key = "runs" | "notes"

interface Opened {
  readonly root: JsonObject
  readonly arrays: Readonly<Record<Key, JsonArray | null>>
  readonly style: Readonly<Record<Key, ListStyle>>
  readonly entries: readonly { readonly key: Key; readonly index: number; readonly item: JsonNode }[]
}

function open(text: string): Opened {
  const reading = readJson(text)
  if (!reading.ok || reading.root.kind !== "object")
    throw new RangeError("The file is not valid JSON and cannot be changed")
  const { root } = reading
  const array = (key: Key) => {
    const node = valueOf(root, key)
    if (node !== undefined && node.kind !== "array") throw new RangeError(`"${key}" is not a list`)
    return node ?? null
  }
  const arrays = { runs: array("runs"), notes: array("notes") }
  const style = (key: Key) => styleOf(text, arrays[key] ?? root, root, arrays[key] === null ? 0 : 1)
  const entries = listsOf(root).flatMap(({ name, array: { items } }) => {
    const key = keyOfSection(name)
    return items.flatMap((item, index) =>
      (key === "runs" ? isRun(item) : isNote(item)) ? [{ key, index, item }] : [],
    )
  })
  return { root, arrays, style: { runs: style("runs"), notes: style("notes") }, entries }
}

function keyOfSection(section: string | null): Key {
  if (section === null || section === "Notes") return "notes"
  if (section === "Runs") return "runs"
  throw new RangeError(`The file has no section "${section}"`)
}

function runOf(change: Extract<Change, { kind: "add" }>): RunSummary {
  const outcome = change.type ?? "success"
  if (!isOutcome(outcome))
    throw new RangeError(`The outcome of a run must be one of ${RUN_OUTCOMES.join(", ")}`)
  return {
    timestamp: change.date,
    goal: change.text,
    outcome,
    lesson: change.text,
    ...(change.key === undefined ? {} : { ticketId: change.key }),
  }
}

function writeRun(text: string, { arrays, style }: Opened, run: RunSummary): string {
  if (run.lesson.trim() === "") throw new RangeError("A run must include a lesson")
  const fields: [string, string][] = []
  if (run.timestamp !== null) fields.push(["timestamp", instantOf(run.timestamp)])
  if (run.ticketId !== undefined) fields.push(["ticketId", run.ticketId])
  fields.push(["goal", cut(run.goal)], ["outcome", run.outcome], ["lesson", run.lesson])
  const list = arrays.runs === null ? { open: 0, close: 0, parts: [] } : listOf(arrays.runs)
  return writeObject(
    text,
    list,
    arrays.runs === null ? { ...style.runs, wrapped: false } : style.runs,
    fields,
  )
}

function writeNote({ style }: Opened, note: string): string {
  if (note.trim() === "") throw new RangeError("A note cannot be empty")
  return quote(note, style.notes.ascii)
}

/** Returns the first `GOAL_LENGTH` UTF-16 units of a goal, without half a character at the end. */
const cut = (goal: string): string => goal.slice(0, GOAL_LENGTH).replace(/[\uD800-\uDBFF]$/, "")

function spliceEntry(
  text: string,
  item: JsonNode,
  change: Exclude<Change, { kind: "add" | "remove" }>,
  style: ListStyle,
): Splice[] {
  if (change.kind === "edit") return editEntry(item, change.text, style)
  if (item.kind === "object")
    return change.kind === "retire"
      ? markRetired(text, item, { why: change.why, style })
      : unmarkRetired(text, item, style)
  if (item.kind !== "scalar") return []
  return change.kind === "retire" ? strike(item, { why: change.why, style }) : unstrike(text, item, style)
}

/** Replaces the lesson of a run or the text of a note. Throws a `RangeError` for an empty text. */
function editEntry(item: JsonNode, text: string, { ascii }: ListStyle): Splice[] {
  if (text.trim() === "") throw new RangeError("An entry cannot be empty; remove it instead")
  const isRunItem = item.kind === "object"
  const target = isRunItem ? memberOf(item, "lesson")?.value : item
  if (target?.kind !== "scalar" || typeof target.value !== "string") return []
  const { start, end, value } = target
  // Only notes are retired in their text.
  const struck = isRunItem ? null : readStruck(value)
  if (struck === null) return value === text ? [] : [{ start, end, text: quote(text, ascii) }]
  return struck.text === text ? [] : [{ start, end, text: quote(struck.around(text), ascii) }]
}

interface ListChange {
  readonly removed: ReadonlySet<number>
  readonly added: readonly string[]
}

const NOTHING: ListChange = { removed: new Set(), added: [] }

/** Changes both lists. A missing list is created as `[ … ]`, and removed again with its last part. */
function reviseLists(
  text: string,
  { root, arrays, style }: Opened,
  change: { runs: ListChange; notes: ListChange; splices: readonly Splice[] },
): string {
  const splices: Splice[] = [...change.splices]
  const members = { removed: new Set<number>(), added: [] as string[] }
  for (const key of ["runs", "notes"] as const) {
    const { removed, added } = change[key]
    const array = arrays[key]
    if (array === null) {
      if (added.length > 0)
        members.added.push(`"${key}":${style[key].colonGap}[ ${added.join(`,${style[key].gap}`)} ]`)
    } else if (
      added.length === 0 &&
      removed.size > 0 &&
      removed.size === array.items.length &&
      madeForParts(text, array)
    ) {
      members.removed.add(root.members.findLastIndex((member) => member.key === key))
    } else splices.push(...reviseList(text, listOf(array), { removed, added, style: style[key] }))
  }
  return splice(text, [
    ...splices,
    ...reviseList(text, listOf(root), { ...members, style: styleOf(text, root, root, 0) }),
  ])
}

function madeForParts(text: string, array: JsonArray): boolean {
  const [first, last] = [array.items[0], array.items.at(-1)]
  return (
    first !== undefined &&
    last !== undefined &&
    text.slice(array.start + 1, first.start) === " " &&
    text.slice(last.end, array.end - 1) === " "
  )
}

/** Outcomes of a run. Source: the run cache, "Simple Memory Structure". */
export const RUN_OUTCOMES = ["success", "partial", "failed"] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

export interface RunSummary {
  /** ISO date or instant. */
  readonly timestamp: string | null
  readonly ticketId?: string
  readonly goal: string
  readonly outcome: RunOutcome
  readonly lesson: string
}

/** Number of runs that the loader keeps. It removes the oldest ones first. */
export const KEPT_RUNS = 20
/** Maximum number of UTF-16 units of a goal. */
export const GOAL_LENGTH = 100

const isOutcome = (words: string): words is RunOutcome => (RUN_OUTCOMES as readonly string[]).includes(words)
export const isRun = (item: JsonNode): item is JsonObject =>
  item.kind === "object" && (stringOf(item, "lesson") ?? "").trim() !== ""
export const isNote = (item: JsonNode): item is JsonScalar & { value: string } =>
  item.kind === "scalar" && typeof item.value === "string" && item.value.trim() !== ""
