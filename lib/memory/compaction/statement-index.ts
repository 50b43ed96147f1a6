import {
  compareByMatch,
  compareParsed,
  MIN_DUPLICATE_SIMILARITY,
  type StatementComparison,
  isSameStatement,
} from "../comparison/compare-statements"
import { matchTerms, scoreOf } from "../similarity/matching"
import { plainStatement } from "../similarity/same-statement"
import { weightOf } from "../lexicon/software"
import { readStatement, type Statement } from "../similarity/statement"

/** Returns the key of a rejected entry. Texts that differ only in layout have the same key. */
export const refusedKey = (text: string): string => plainStatement(text)

interface Indexed<Item> {
  readonly item: Item
  readonly read: Statement
  readonly ideas: ReadonlySet<string>
}

/** Entries by the meanings of their words, so that an entry is compared only with those that may be similar. */
export interface StatementIndex<Item> {
  readonly told: readonly Indexed<Item>[]
  readonly byIdea: ReadonlyMap<string, readonly number[]>
}

/** Returns an index of items by the words of their text. */
export function indexStatements<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): StatementIndex<Item> {
  const told = items.map((item) => {
    const read = readStatement(textOf(item))
    return { item, read, ideas: ideasOf(read) }
  })
  const byIdea = new Map<string, number[]>()
  for (const [place, { ideas }] of told.entries()) {
    for (const idea of ideas) {
      const places = byIdea.get(idea)
      if (places === undefined) byIdea.set(idea, [place])
      else places.push(place)
    }
  }
  return { told, byIdea }
}

export interface Near<Item> {
  readonly item: Item
  readonly likeness: StatementComparison
}

/** Returns the duplicates, contradictions and related entries of a statement, in the order of the index. */
export const findRelated = <Item>(read: Statement, index: StatementIndex<Item>): Near<Item>[] =>
  sharing(read, index).flatMap(({ item, read: other }) => {
    const likeness = compareParsed(read, other)
    return likeness.kind === "none" ? [] : [{ item, likeness }]
  })

/** Returns only the duplicates of a statement (see `isSame`). Faster than `findRelated`: most candidates fail on their shared words. */
export const findDuplicates = <Item>(read: Statement, index: StatementIndex<Item>): Near<Item>[] =>
  sharing(read, index).flatMap(({ item, read: other }) => {
    const match = isSameStatement(read, other) ? null : matchTerms(read, other, weightOf)
    if (match !== null && scoreOf(match) < MIN_DUPLICATE_SIMILARITY) return []
    const likeness = match === null ? compareParsed(read, other) : compareByMatch(read, other, match)
    return isSame(likeness) ? [{ item, likeness }] : []
  })

/**
 * Returns the items that share at least a third of the meanings with a statement, counted on the side with
 * fewer meanings. Keeps the order of the index.
 */
function sharing<Item>(read: Statement, { told, byIdea }: StatementIndex<Item>): Indexed<Item>[] {
  const ideas = ideasOf(read)
  const shared = new Map<number, number>()
  for (const idea of ideas)
    for (const place of byIdea.get(idea) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
  return [...shared]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([place, count]) => {
      const other = told[place]
      return other === undefined || count * 3 < Math.min(ideas.size, other.ideas.size) ? [] : [other]
    })
}

export const isSame = ({ kind, score }: StatementComparison): boolean =>
  kind === "same" || (kind === "duplicate" && score >= MIN_DUPLICATE_SIMILARITY)

/** Returns the meanings of the words. Common words count only if the statement has no others. */
function ideasOf(read: Statement): Set<string> {
  const telling = read.terms.filter(({ idea }) => weightOf(idea) >= 0.5)
  return new Set((telling.length > 0 ? telling : read.terms).map(({ idea }) => idea))
}
