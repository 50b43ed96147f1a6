import { areAlternatives } from "../lexicon/alternatives"
import type { Match } from "../similarity/matching"
import type { Statement, Term } from "../similarity/statement"
import { type Gap, gapsBetween, type NumberPair, numberPairs } from "./differences"
import { oppositeness } from "./opposites"
import { isOfOrder } from "./stated-order"
import { type Reading, readingOf } from "./reading"
import { type Slot, slotBetween } from "./slot"
import { nearness } from "./word-vectors"

/** Two statements with all data about their relation. */
export interface StatementPairReading {
  readonly left: Reading
  readonly right: Reading
  readonly match: Match
  /** Unmatched words of both statements with about the same meaning. */
  readonly soft: readonly SoftPair[]
  readonly opposites: readonly OppositePair[]
  /** Pairs of words that are alternatives: usually only one of them is chosen. */
  readonly alternatives: readonly (readonly [Term, Term])[]
  /** Numbers of one unit that differ between the two statements. */
  readonly numbers: readonly NumberPair[]
  /** The number of words in the same order in both, and the gaps between them. */
  readonly aligned: { readonly common: number; readonly gaps: readonly Gap[] }
  readonly slot: Slot | null
}

export interface SoftPair {
  readonly left: Term
  readonly right: Term
  readonly nearness: number
}

export interface OppositePair {
  readonly left: Statement["words"][number] & { readonly place: number; readonly sign: number }
  readonly right: Statement["words"][number] & { readonly place: number; readonly sign: number }
  /** 0–1. */
  readonly weight: number
}

/** Minimum similarity, 0–1, of two words with about the same meaning. */
export const NEAR_MEANING = 0.5

export function compareReadings(left: Reading, right: Reading, match: Match): StatementPairReading {
  const opposites = oppositesOf(left, right)
  const [words, otherWords] = [left.statement.words, right.statement.words]
  const aligned = gapsBetween(words, otherWords)
  const taken = new Set(opposites.flatMap((pair) => [`l${pair.left.place}`, `r${pair.right.place}`]))
  return {
    left,
    right,
    match,
    soft: softPairs(match, taken),
    opposites,
    alternatives: match.leftOnly.slice(0, COMPARED_TERMS).flatMap((one) =>
      match.rightOnly
        .slice(0, COMPARED_TERMS)
        .filter((other) => areAlternatives(one.idea, other.idea))
        .map((other) => [one, other] as const),
    ),
    numbers: numberPairs(left.statement, right.statement, match),
    aligned,
    slot: slotBetween(words, otherWords, aligned.gaps),
  }
}

/** Maximum number of words of each statement that are compared. */
export const COMPARED_TERMS = 40

function softPairs({ leftOnly, rightOnly }: Match, taken: ReadonlySet<string>): SoftPair[] {
  const all: SoftPair[] = []
  for (const left of leftOnly.slice(0, COMPARED_TERMS))
    for (const right of rightOnly.slice(0, COMPARED_TERMS)) {
      if (taken.has(`l${left.place}`) || taken.has(`r${right.place}`)) continue
      const near = nearness(left, right)
      if (near >= NEAR_MEANING) all.push({ left, right, nearness: near })
    }
  all.sort((a, b) => b.nearness - a.nearness)
  const used = new Set<Term>()
  return all.filter(({ left, right }) => {
    if (used.has(left) || used.has(right)) return false
    used.add(left).add(right)
    return true
  })
}

interface PlacedWord {
  readonly word: Statement["words"][number]
  readonly place: number
}

function oppositesOf(left: Reading, right: Reading): OppositePair[] {
  const found: OppositePair[] = []
  const signed = ({ statement }: Reading, { word, place }: PlacedWord) => ({
    ...word,
    place,
    sign: statement.signs[place] ?? 1,
  })
  const [one, other] = [wordsBeyond(right.ideas, left), wordsBeyond(left.ideas, right)]
  // `X before Y` equals `Y after X`, so words for an order are not opposites. The orders are compared as a
  // whole.
  const isOrdered = left.order !== null && right.order !== null
  for (const a of one)
    for (const b of other) {
      if (isOrdered && isOfOrder(a.word) && isOfOrder(b.word)) continue
      const weight = oppositeness(a.word, b.word)
      if (weight > 0) found.push({ left: signed(left, a), right: signed(right, b), weight })
    }
  return found.toSorted((a, b) => b.weight - a.weight)
}

/** Returns the first words of a statement whose ideas the other statement does not have. */
function wordsBeyond(ideas: ReadonlySet<string>, { statement }: Reading): PlacedWord[] {
  const found: PlacedWord[] = []
  for (const [place, word] of statement.words.entries()) {
    if (found.length === COMPARED_TERMS) break
    if (!ideas.has(word.idea) && word.kind === "word" && !word.within) found.push({ word, place })
  }
  return found
}

export const readingPair = (left: Statement, right: Statement, match: Match): StatementPairReading =>
  compareReadings(readingOf(left), readingOf(right), match)
