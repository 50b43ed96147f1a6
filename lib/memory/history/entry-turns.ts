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

interface Piece {
  readonly start: number
  readonly end: number
}

/**
 * Returns the position of a piece of a Markdown text in the previous revision, if the change is not near the
 * piece and changed no syntax that affects it. Null if both texts must be parsed to find the position.
 * Offsets are in UTF-16 units.
 */
export function pieceInPreviousRevision(before: string, after: string, piece: Piece): Piece | null {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same += 1
  let sameEnd = 0
  while (
    sameEnd < most - same &&
    before.charCodeAt(before.length - 1 - sameEnd) === after.charCodeAt(after.length - 1 - sameEnd)
  )
    sameEnd += 1
  const [old, fresh] = [
    linesAround(before, same, before.length - sameEnd),
    linesAround(after, same, after.length - sameEnd),
  ]
  if (isTelling(before.slice(old.start, old.end)) || isTelling(after.slice(fresh.start, fresh.end)))
    return null
  if (piece.end < fresh.start) return piece
  const shift = before.length - after.length
  return piece.start > fresh.end ? { start: piece.start + shift, end: piece.end + shift } : null
}

/** Returns the lines of a change with the line before and after, because list items and paragraphs depend on their neighbors. */
function linesAround(text: string, start: number, end: number): Piece {
  const line = text.lastIndexOf("\n", start - 1)
  const last = text.indexOf("\n", end)
  const next = last < 0 ? -1 : text.indexOf("\n", last + 1)
  return { start: line < 0 ? 0 : text.lastIndexOf("\n", line - 1) + 1, end: next < 0 ? text.length : next }
}

/**
 * True if a text has a heading, fence, comment, rule, table or bold line, which changes how other lines are
 * parsed.
 */
const isTelling = (text: string): boolean =>
  /^[ \t]*(?:#|`{3}|~{3}|<|-{3}|={2}|\*{3}|_{3}|\|)|<!--|-->|^[ \t]*\*\*.*\*\*:?[ \t]*$/m.test(text)
