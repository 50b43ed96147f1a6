import { type ReadSide, readSide } from "../../conflicts/conflict"
import { compareParsed, isSameStatement } from "../../comparison/compare-statements"
import { indexStatements, findRelated } from "../known-memory"
import { isVerifiedEntry, isIndexLine, type TrimEntry } from "./trim-entry"

/** An entry that duplicates another entry of the same file. */
export interface DuplicateInFile {
  /** The entry to remove. */
  readonly copy: TrimEntry
  readonly stays: TrimEntry
  /** True if both have the same words. */
  readonly same: boolean
  /** Similarity, 0–1. */
  readonly score: number
}

interface Preference {
  /** Ids of entries that a trim may not remove. */
  readonly kept: ReadonlySet<string>
  /** ISO date */
  readonly today: string
}

/**
 * Returns the duplicates in a file, most similar first. Of several duplicates, the verified entry stays, then
 * the longest, then the first. Entries in `kept` are never returned as copies.
 */
export function listDuplicatesInFile(
  entries: readonly TrimEntry[],
  { kept, today, path }: Preference & { readonly path: string },
): DuplicateInFile[] {
  const current = entries.filter((entry) => entry.retired !== true && !isIndexLine(entry))
  const index = indexStatements(current, ({ text }) => text)
  const sides = new Map(
    current.map((entry) => [
      entry,
      readSide({ text: entry.text, date: entry.date, section: entry.section, file: path }),
    ]),
  )
  const inTurn = preferredFirst(current, { kept, today })
  const turn = new Map(inTurn.map((entry, place) => [entry, place]))
  const removed = new Set<TrimEntry>()
  const found: DuplicateInFile[] = []
  for (const [place, stays] of inTurn.entries()) {
    const side = sides.get(stays)
    if (side === undefined || removed.has(stays)) continue
    for (const { item: copy } of findRelated(side.read, index)) {
      const copySide = sides.get(copy)
      const isPreferred = (turn.get(copy) ?? 0) <= place
      if (copySide === undefined || isPreferred || removed.has(copy) || kept.has(copy.id)) continue
      const likeness = isCovered(copy, stays) ? duplicateLikeness(copySide, side) : null
      if (likeness === null) continue
      removed.add(copy)
      found.push({ copy, stays, ...likeness })
    }
  }
  return found.toSorted(
    (a, b) => b.score - a.score || a.copy.line - b.copy.line || (a.copy.id < b.copy.id ? -1 : 1),
  )
}

const preferredFirst = (entries: readonly TrimEntry[], { kept, today }: Preference): TrimEntry[] =>
  entries.toSorted(
    (a, b) =>
      Number(isVerifiedEntry(b, today)) - Number(isVerifiedEntry(a, today)) ||
      b.text.length - a.text.length ||
      Number(kept.has(b.id)) - Number(kept.has(a.id)) ||
      a.line - b.line ||
      (a.id < b.id ? -1 : 1),
  )

/** A verified entry may replace a slightly longer copy: up to this factor of its own length. */
const LONGER_COPY = 1.2

/** True if `stays` can replace `copy`: both are for the same readers, and the copy is not much longer. */
const isCovered = (copy: TrimEntry, stays: TrimEntry): boolean =>
  (copy.audience ?? "") === (stays.audience ?? "") && copy.text.length <= stays.text.length * LONGER_COPY

/** Returns how similar a duplicate is; null if the entries are not duplicates. */
function duplicateLikeness(copy: ReadSide, stays: ReadSide): Pick<DuplicateInFile, "same" | "score"> | null {
  if (isSameStatement(stays.read, copy.read) && copy.section === stays.section)
    return { same: true, score: 1 }
  const { kind, score } = compareParsed(stays.read, copy.read)
  return kind === "same" || kind === "duplicate" ? { same: score === 1, score } : null
}
