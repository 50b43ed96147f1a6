import { alignParts } from "../text/alignment"
import { sameSection, type StoredEntry } from "../proposals/change-status"

/** An entry of a revision, with its lines in that text. */
export interface RecordedEntry extends StoredEntry {
  readonly line: number
  readonly endLine: number
}

/** Changes of an entry between two revisions. `restated`: the same text with another date, type, confidence or reason of retirement. */
export const TURNS = ["added", "removed", "reworded", "retired", "restored", "moved", "restated"] as const
export type Turn = (typeof TURNS)[number]

export interface EntryTurn {
  readonly id: string
  readonly turns: readonly Turn[]
  readonly before: RecordedEntry | null
  readonly after: RecordedEntry | null
}

/** Returns the changed entries between two revisions of a file, in the order of the later revision; removed entries are last. */
export function turnsBetween(before: readonly RecordedEntry[], after: readonly RecordedEntry[]): EntryTurn[] {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  const here = new Set(after.map((entry) => entry.id))
  const sections = new Map(after.map((entry) => [entry.id, entry.section]))
  const stays = (entry: RecordedEntry) =>
    here.has(entry.id) && sameSection(known.get(entry.id)?.section ?? null, sections.get(entry.id) ?? null)
  const displaced = outOfOrder(
    before.filter(stays),
    after.filter((entry) => known.has(entry.id) && stays(entry)),
  )
  return [
    ...after.map((entry) => turnOf(known.get(entry.id) ?? null, entry, displaced.has(entry.id))),
    ...before.filter((entry) => !here.has(entry.id)).map((entry) => turnOf(entry, null, false)),
  ].filter((one) => one.turns.length > 0)
}

/** Returns the smallest set of entries whose move turns one order into the other. Both lists have the same entries. */
function outOfOrder(before: readonly RecordedEntry[], after: readonly RecordedEntry[]): ReadonlySet<string> {
  const ids = after.map((entry) => entry.id)
  const places = alignParts(
    ids,
    before.map((entry) => entry.id),
  )
  return new Set(ids.filter((_, at) => (places[at] as number) < 0))
}

function turnOf(before: RecordedEntry | null, after: RecordedEntry | null, displaced: boolean): EntryTurn {
  const one = after ?? (before as RecordedEntry)
  if (before === null || after === null)
    return { id: one.id, turns: [after === null ? "removed" : "added"], before, after }
  const turns: Turn[] = []
  if (before.text !== after.text) turns.push("reworded")
  if (before.state !== after.state) turns.push(after.state === "retired" ? "retired" : "restored")
  if (displaced || !sameSection(before.section, after.section)) turns.push("moved")
  if (isRestated(before, after)) turns.push("restated")
  return { id: one.id, turns, before, after }
}

const isRestated = (before: RecordedEntry, after: RecordedEntry): boolean =>
  before.date !== after.date ||
  before.type !== after.type ||
  before.confidence !== after.confidence ||
  (before.state === after.state && before.retiredBecause !== after.retiredBecause)
