import {
  canContradict,
  MAX_DUPLICATE_CONTRADICTION,
  classifyRelation,
  combineModels,
} from "./classify-relation"
import { type ComparedPair, outcomeOf } from "./outcome-regression"
import { matchTerms, type Match, scoreOf, isSameStatement } from "../similarity/matching"
import { weightOf } from "../lexicon/software"
import { readStatement, type Statement } from "../similarity/statement"

export interface StatementComparison {
  /** Similarity of two statements, 0–1, with 1 for identical words. For a contradiction: the certainty that both describe one thing. */
  readonly score: number
  /**
   * `same`: identical words in any layout. `duplicate`: the same meaning in other words. `contradiction`: one subject, and both can hardly
   * be true. `related`: one subject, and both may be true. `none`: different subjects.
   */
  readonly kind: "same" | "duplicate" | "related" | "contradiction" | "none"
  /** Reason in a few words, for display. */
  readonly why: string
}

/** Least score at which two statements are duplicates. */
export const MIN_DUPLICATE_SIMILARITY = 0.6
/** Least score at which two statements have one subject. */
export const MIN_RELATED_SIMILARITY = 0.3

/** Returns the weight of a stem for the subject of a statement, 0–1. */
export type StemWeight = (stem: string) => number

/** Compares two statements in any language. Handles inflection, synonyms and negation in English; compares words in other languages. */
export function compareStatements(left: string, right: string, weigh?: StemWeight): StatementComparison {
  return compareParsed(readStatement(left), readStatement(right), weigh)
}

export function compareParsed(
  left: Statement,
  right: Statement,
  weigh: StemWeight = weightOf,
): StatementComparison {
  if (isSameStatement(left, right)) return { score: 1, kind: "same", why: "identical text" }
  return compareByMatch(left, right, matchTerms(left, right, weigh))
}

export { isSameStatement } from "../similarity/matching"

/** Least probability at which a search for one statement reports the other. Lower for copies that share most of their words. */
const NOTICED = { contradiction: 0.8, copy: 0.77, closeCopy: 0.68 }
const CLOSE = 0.5

/** Least share of words in common for a contradiction, 0–1, with near synonyms counted. */
const ALIKE = 0.1

/** Minimum probability of a contradiction, 0–1, in the model trained on real memory. */
const EVERYDAY_CONTRADICTION = 0.6

/**
 * Returns the relation to report to a person or an agent that asks about one of two statements. Null if the pair is not worth reporting.
 */
export function reportableRelation(judged: ComparedPair): "contradiction" | "duplicate" | null {
  const { probability, against } = combineModels(judged)
  if (!isPlausible(judged)) return null
  const alike = judged.features.get("soft score") ?? 0
  if (against > 0.5)
    return alike >= ALIKE &&
      probability >= NOTICED.contradiction &&
      judged.everyday.contradiction >= EVERYDAY_CONTRADICTION &&
      canContradict(judged)
      ? "contradiction"
      : null
  return probability >= (alike >= CLOSE ? NOTICED.closeCopy : NOTICED.copy) &&
    against <= MAX_DUPLICATE_CONTRADICTION
    ? "duplicate"
    : null
}

/** Least share of words in common, 0–1, at which the models are reliable. They are too sure of pairs that only share some words. */
const RELIABLE = 0.5
/** Least probability, 0–1, of a copy or a contradiction for other pairs, among the entries that look most like one. */
const PLAUSIBLE = 0.4

/** True if the models can be relied on: the statements share most words, differ in one place, or resemble labelled pairs of a fleet. */
function isPlausible(judged: ComparedPair): boolean {
  const of = (name: string) => judged.features.get(name) ?? 0
  if (of("soft score") >= RELIABLE || of("slot") > 0) return true
  const { copy, contradiction } = outcomeOf(judged)
  return copy + contradiction >= PLAUSIBLE
}

/** Compares two statements that differ in their words. `match`: the matched words of both. */
export function compareByMatch(left: Statement, right: Statement, match: Match): StatementComparison {
  if (match.pairs.length === 0) return { score: 0, kind: "none", why: "no words in common" }
  const words = scoreOf(match)
  const judged = classifyRelation(left, right, match)
  const { probabilities, against, twice } = judged
  const noticed = combineModels(judged).probability
  switch (reportableRelation(judged)) {
    case "contradiction":
      return { score: Math.min(noticed, 0.99), kind: "contradiction", why: against.message }
    case "duplicate": {
      const score = duplicateScore(noticed)
      return {
        score: probabilities.superset > probabilities.duplicate ? Math.min(words, score) : score,
        kind: "duplicate",
        why: twice.message,
      }
    }
    case null:
      break
  }
  return words >= MIN_RELATED_SIMILARITY
    ? { score: Math.min(words, MIN_DUPLICATE_SIMILARITY - 0.01), kind: "related", why: sharedWords(match) }
    : { score: words, kind: "none", why: "different topic" }
}

/** Returns the score of a duplicate, from `MIN_DUPLICATE_SIMILARITY` to 0.99, rising with its probability. */
const duplicateScore = (noticed: number): number =>
  MIN_DUPLICATE_SIMILARITY +
  ((noticed - NOTICED.closeCopy) / (1 - NOTICED.closeCopy)) * (0.99 - MIN_DUPLICATE_SIMILARITY)

const sharedWords = ({ pairs }: Match): string =>
  `same topic: ${pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ left }) => left.shown)
    .join(", ")}`
