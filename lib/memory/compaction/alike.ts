import {
  compareMatched,
  compareRead,
  DUPLICATE_LIKENESS,
  type Likeness,
  saysSame,
} from "../judgement/likeness"
import { matchTerms, scoreOf } from "../similarity/matching"
import { plainStatement } from "../similarity/same-statement"
import { weightOf } from "../lexicon/software"
import { readStatement, type Statement } from "../similarity/statement"

/** What a refused statement is known by: equal for texts that differ in layout alone. */
export const statementKey = (text: string): string => plainStatement(text)

export interface Told<Item> {
  readonly item: Item
  readonly read: Statement
  readonly ideas: ReadonlySet<string>
}

/** Statements by the ideas that they speak of, so that one is compared with the few that may be like it. */
export interface Index<Item> {
  readonly told: readonly Told<Item>[]
  readonly byIdea: ReadonlyMap<string, readonly number[]>
}

export function indexOf<Item>(items: readonly Item[], textOf: (item: Item) => string): Index<Item> {
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
  readonly likeness: Likeness
}

/** All that says the same as a statement, stands against it, or speaks of the same, in the order of the index. */
export const nearIn = <Item>(read: Statement, index: Index<Item>): Near<Item>[] =>
  sharing(read, index).flatMap(({ item, read: other }) => {
    const likeness = compareRead(read, other)
    return likeness.kind === "none" ? [] : [{ item, likeness }]
  })

/** Of that what says the same alone, as `isSame` has it: of most the words that they share tell that they do not. */
export const sameIn = <Item>(read: Statement, index: Index<Item>): Near<Item>[] =>
  sharing(read, index).flatMap(({ item, read: other }) => {
    const match = saysSame(read, other) ? null : matchTerms(read, other, weightOf)
    if (match !== null && scoreOf(match) < DUPLICATE_LIKENESS) return []
    const likeness = match === null ? compareRead(read, other) : compareMatched(read, other, match)
    return isSame(likeness) ? [{ item, likeness }] : []
  })

/** What shares enough words with a statement to be compared with it, in the order of the index. */
function sharing<Item>(read: Statement, { told, byIdea }: Index<Item>): Told<Item>[] {
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

export const isSame = ({ kind, score }: Likeness): boolean =>
  kind === "same" || (kind === "duplicate" && score >= DUPLICATE_LIKENESS)

/** Words that are said everywhere lead to everything; they count only where there are no others. */
function ideasOf(read: Statement): Set<string> {
  const telling = read.terms.filter(({ idea }) => weightOf(idea) >= 0.5)
  return new Set((telling.length > 0 ? telling : read.terms).map(({ idea }) => idea))
}
