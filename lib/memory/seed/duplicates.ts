import {
  compareByMatch,
  compareParsed,
  MIN_DUPLICATE_SIMILARITY,
  type StatementComparison,
  isSameStatement,
} from "../comparison/compare-statements"
import { matchTerms, scoreOf } from "../similarity/matching"
import { weightOf } from "../lexicon/software"
import { readStatement, type Statement } from "../similarity/statement"
import type { KnownStatement, SeedEntry } from "./seed-entry"
import { compareText } from "@/lib/memory/text/aggregates"
import { shortened } from "@/lib/memory/compaction/known-memory"

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
        compareText(b.entry.date ?? "", a.entry.date ?? "") ||
        compareText(a.entry.id, b.entry.id),
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
  known.toSorted((a, b) => compareText(a.id, b.id))

interface Held<Item> {
  readonly item: Item
  readonly read: Statement
  /** Number of meanings of the statement. */
  readonly ideas: number
}

/**
 * An index of statements by their words. The cost of a comparison depends only on the number of similar
 * statements.
 */
export class SeedSimilarityIndex<Item> {
  private readonly held: Held<Item>[] = []
  private readonly byIdea = new Map<string, number[]>()
  private readonly exact = new Map<string, number>()

  add(item: Item, text: string): void {
    const read = readStatement(text)
    const ideas = ideasOf(read)
    const at = this.held.push({ item, read, ideas: ideas.size }) - 1
    if (!this.exact.has(read.exact)) this.exact.set(read.exact, at)
    for (const idea of ideas) {
      const having = this.byIdea.get(idea)
      if (having) having.push(at)
      else this.byIdea.set(idea, [at])
    }
  }

  /** Returns the most similar duplicate, or null. */
  same(text: string): { readonly item: Item; readonly score: number } | null {
    return this.best(text, (read, other) => {
      const found = likenessOfSame(read, other)
      return found?.kind === "same" || found?.kind === "duplicate" ? found.score : 0
    })
  }

  /** Returns the most similar statement about the same subject, and whether it contradicts the text; else null. */
  related(
    text: string,
  ): { readonly item: Item; readonly score: number; readonly contradicts: boolean } | null {
    const found = this.best(text, (read, other) => {
      const { kind, score } = compareParsed(read, other)
      return kind === "none" ? 0 : score
    })
    return found === null
      ? null
      : { ...found, contradicts: compareParsed(readStatement(text), found.read).kind === "contradiction" }
  }

  private best(
    text: string,
    likeness: (read: Statement, other: Statement) => number,
  ): { readonly item: Item; readonly read: Statement; readonly score: number } | null {
    const read = readStatement(text)
    let best: { item: Item; read: Statement; score: number } | null = null
    for (const { item, read: other } of this.near(read)) {
      const score = likeness(read, other)
      if (score > (best?.score ?? 0)) best = { item, read: other, score }
    }
    return best
  }

  /**
   * Returns the statements that share at least a third of the words of the shorter statement. The low limit
   * allows for different words of one root.
   */
  private near(read: Statement): Held<Item>[] {
    const ideas = ideasOf(read)
    const shared = new Map<number, number>()
    for (const idea of ideas)
      for (const at of this.byIdea.get(idea) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    const exact = this.exact.get(read.exact)
    if (exact !== undefined) shared.set(exact, ideas.size)
    return [...shared]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([at, count]) => {
        const one = this.held[at] as Held<Item>
        return count * 3 >= Math.min(ideas.size, one.ideas) ? [one] : []
      })
  }
}

/**
 * Returns the similarity of duplicates, as `compareParsed` does. Null if the words alone show that the
 * statements are not duplicates, as for most pairs.
 */
function likenessOfSame(read: Statement, other: Statement): StatementComparison | null {
  if (isSameStatement(read, other)) return compareParsed(read, other)
  const match = matchTerms(read, other, weightOf)
  return scoreOf(match) < MIN_DUPLICATE_SIMILARITY ? null : compareByMatch(read, other, match)
}

const ideasOf = ({ terms }: Statement): ReadonlySet<string> => new Set(terms.map(({ idea }) => idea))
