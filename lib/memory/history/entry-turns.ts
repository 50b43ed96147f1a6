import { alignParts } from "../text/alignment"
import { sameSection, type StandingEntry } from "../proposals/standing"

/** An entry as one revision has it, with its place in that text. */
export interface RecordedEntry extends StandingEntry {
  readonly line: number
  readonly endLine: number
}

/**
 * What can happen to an entry from one revision to another: it comes, goes, says other words, is retired or current again, stands in
 * another section or order, or keeps its words with another date, type or confidence.
 */
export const TURNS = ["added", "removed", "reworded", "retired", "restored", "moved", "restated"] as const
export type Turn = (typeof TURNS)[number]

export interface EntryTurn {
  readonly id: string
  readonly turns: readonly Turn[]
  readonly before: RecordedEntry | null
  readonly after: RecordedEntry | null
}

/** What happened to entries between two revisions of one file, in the order of the later one; what went stands at the end. Those to which nothing happened are left out. */
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

/** Both have the same entries, each in the section that it was in: the fewest whose move gives the one order from the other. */
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
  if (
    before.date !== after.date ||
    before.type !== after.type ||
    before.confidence !== after.confidence ||
    (before.state === after.state && before.retiredBecause !== after.retiredBecause)
  )
    turns.push("restated")
  return { id: one.id, turns, before, after }
}
