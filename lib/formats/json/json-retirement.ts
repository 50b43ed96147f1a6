import { listOf, quote, reviseList, type ListStyle } from "./json-edit"
import { memberOf, stringOf, type JsonMember, type JsonObject, type JsonScalar } from "./json-tree"
import type { Splice } from "../markdown/lines"

/** Pairs of a mark and its reason, ours first. The first pair with free names is written. */
const MARKS = [
  ["retired", "retired_reason"],
  ["forgotten", "forgotten_reason"],
  ["deleted", "deleted_reason"],
] as const

/** Keys of the time at which another tool retired an entry. */
const MOMENTS = ["forgotten_at", "deleted_at", "retired_at"]
const REASONS = ["retired_reason", "forgotten_reason", "deleted_reason", "forget_reason", "delete_reason"]
const STATUSES = new Set(["retired", "forgotten", "deleted", "archived", "obsolete", "stale", "superseded"])

/**
 * Returns the reason why an object is retired; `why` is null without a reason. Null if the object is current.
 */
export function retirementOf(item: JsonObject): { readonly why: string | null } | null {
  if (!item.members.some(marksRetired)) return null
  const why = [...REASONS, "reason"]
    .map((key) => stringOf(item, key))
    .find((words) => words !== null && words !== "")
  return { why: why ?? null }
}

/** Appends the mark and the reason to an object, unless it is retired already. */
export function markRetired(
  text: string,
  item: JsonObject,
  { why, style }: { why: string; style: ListStyle },
): Splice[] {
  if (retirementOf(item) !== null) return []
  const pair = MARKS.find((names) => names.every((name) => memberOf(item, name) === undefined))
  if (pair === undefined) throw new RangeError("The entry already uses every key that can mark it as retired")
  const [mark, reason] = pair
  const added = [`"${mark}":${style.colonGap}true`, `"${reason}":${style.colonGap}${quote(why, style.ascii)}`]
  return reviseList(text, listOf(item), { removed: new Set(), added, style })
}

/** Removes the mark and the reason, as `markRetired` or another tool wrote them. */
export function unmarkRetired(text: string, item: JsonObject, style: ListStyle): Splice[] {
  const marks = item.members.filter(marksRetired)
  if (marks.length === 0) return []
  const removed = new Set(
    item.members.flatMap((member, index) =>
      marks.includes(member) || reasonFor(marks, member) ? [index] : [],
    ),
  )
  return reviseList(text, listOf(item), { removed, added: [], style })
}

function marksRetired({ key, value }: JsonMember): boolean {
  if (value.kind !== "scalar") return false
  if (MARKS.some(([mark]) => mark === key)) return value.value === true
  if (MOMENTS.includes(key)) return typeof value.value === "string" && value.value !== ""
  return key === "status" && typeof value.value === "string" && STATUSES.has(value.value.toLowerCase())
}

/**
 * True if a member is the reason of one of these marks. `retired_reason` belongs to `retired` and
 * `retired_at`.
 */
const reasonFor = (marks: readonly JsonMember[], { key }: JsonMember): boolean =>
  REASONS.includes(key) && marks.some((mark) => mark.key.slice(0, 6) === key.slice(0, 6))

/** A string with a retirement mark in its text, as in category memory: `~~statement~~ ← STALE (why)`. */
export interface Struck {
  readonly text: string
  readonly why: string | null
  /** Returns the same mark around other text. */
  around(words: string): string
}

const STRUCK = /^~~([^]+)~~(?: ← STALE(?: \(([^]*)\))?)?$/

export function readStruck(words: string): Struck | null {
  const match = STRUCK.exec(words)
  const text = match?.[1]
  if (text === undefined || text.trim() === "") return null
  const tail = words.slice(2 + text.length)
  return { text, why: match?.[2] ?? null, around: (other) => `~~${other}${tail}` }
}

/** Marks a string as retired. The text between the marks keeps its spelling. */
export function strike(
  { start, end, value }: JsonScalar,
  { why, style }: { why: string; style: ListStyle },
): Splice[] {
  if (typeof value !== "string" || readStruck(value) !== null) return []
  return [
    { start: start + 1, end: start + 1, text: "~~" },
    { start: end - 1, end: end - 1, text: tailFor(why, style) },
  ]
}

export function unstrike(text: string, { start, end, value }: JsonScalar, style: ListStyle): Splice[] {
  const struck = typeof value === "string" ? readStruck(value) : null
  if (struck === null) return []
  const raw = text.slice(start, end)
  const tail = [tailFor(struck.why, style), tailFor(struck.why, { ascii: !style.ascii })].find((one) =>
    raw.endsWith(`${one}"`),
  )
  if (!raw.startsWith('"~~') || tail === undefined)
    return [{ start, end, text: quote(struck.text, style.ascii) }]
  return [
    { start: start + 1, end: start + 3, text: "" },
    { start: end - 1 - tail.length, end: end - 1, text: "" },
  ]
}

/** Returns the end of the mark. `~~` in the reason becomes `~`, because it would end the statement. */
function tailFor(why: string | null, { ascii }: { ascii: boolean }): string {
  const reason = why === null ? "" : ` (${why.replaceAll("~~", "~")})`
  return quote(`~~ ← STALE${reason}`, ascii).slice(1, -1)
}
