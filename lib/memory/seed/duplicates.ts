import { SeedSimilarityIndex } from "./similarity-index"
import type { KnownStatement, SeedEntry } from "./seed-entry"

export interface KnownDuplicate {
  /** Id of the entry or known statement that is kept. */
  readonly by: string
  readonly reason: string
  readonly score: number
}

/**
 * Returns duplicates of known entries or of better entries, exact or reworded, by id with the entry that is kept.
 * Keeps the entry with the highest confidence, then the longest, then the newest. Does not depend on the input order.
 */
export function findKnownDuplicates(
  entries: readonly SeedEntry[],
  known: readonly KnownStatement[],
): Map<string, KnownDuplicate> {
  const found = new Map<string, KnownDuplicate>()
  const held = new SeedSimilarityIndex<KnownStatement>()
  for (const one of inOrder(known)) held.add(one, one.text)
  const left = entries.filter((entry) => {
    const same = held.same(entry.text)
    if (same !== null)
      found.set(entry.id, {
        by: same.item.id,
        reason: `duplicate of “${shortened(same.item.text)}”`,
        score: same.score,
      })
    return same === null
  })
  for (const { entry, lead, score } of foldEntries(left)) {
    found.set(entry.id, {
      by: lead.id,
      reason:
        score === 1
          ? `identical to an entry from ${lead.from}`
          : `duplicate of an entry from ${lead.from}: “${shortened(lead.text)}”`,
      score,
    })
  }
  return found
}

interface Folded {
  readonly entry: SeedEntry
  readonly lead: SeedEntry
  readonly score: number
}

/** Groups duplicates. The entry with the best wording is the first of its group. */
function foldEntries(entries: readonly SeedEntry[]): Folded[] {
  const ordered = entries
    .map((entry) => ({ entry, worth: wordingOf(entry) }))
    .toSorted(
      (a, b) =>
        b.worth - a.worth ||
        compare(b.entry.date ?? "", a.entry.date ?? "") ||
        compare(a.entry.id, b.entry.id),
    )
  const leads = new SeedSimilarityIndex<SeedEntry>()
  return ordered.flatMap(({ entry }) => {
    const lead = leads.same(entry.text)
    if (lead === null) leads.add(entry, entry.text)
    return lead === null ? [] : [{ entry, lead: lead.item, score: lead.score }]
  })
}

/**
 * Limits for the wording score. More words than FULL_WORDS do not raise it. More characters than LONG lower
 * it.
 */
const FULL_WORDS = 20
const LONG = 300

function wordingOf({ text, confidence }: SeedEntry): number {
  const words = text.trim().split(/\s+/).length
  return (
    (confidence ?? 0.5) + 0.5 * (Math.min(words, FULL_WORDS) / FULL_WORDS) - (text.length > LONG ? 0.3 : 0)
  )
}

/** Sorts by id, so that the order of the input does not matter. */
export const inOrder = (known: readonly KnownStatement[]): KnownStatement[] =>
  known.toSorted((a, b) => compare(a.id, b.id))

const SHOWN = 80
const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN - 1).trimEnd()}…`
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
