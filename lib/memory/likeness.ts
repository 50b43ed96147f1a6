import { findContradiction } from "./contradiction"
import { matchTerms, type Match, scoreOf } from "./matching"
import { findSubstitution } from "./substitution"
import { weightOf } from "./software-speech"
import { saysSame } from "./same-statement"
import { readStatement, type Statement } from "./statement"

export interface Likeness {
  /** How much two statements say the same, 0–1; 1 for the same words. Of a contradiction: how sure it is that both speak of one thing. */
  readonly score: number
  /**
   * `same`: the same words, whatever the layout. `duplicate`: says the same in other words. `contradiction`: of one subject, and both
   * can hardly stand. `related`: of one subject, and both may stand. `none`: of different things.
   */
  readonly kind: "same" | "duplicate" | "related" | "contradiction" | "none"
  /** In a few words, for people. */
  readonly why: string
}

/** From here on two statements say the same. */
export const DUPLICATE_LIKENESS = 0.6
/** From here on two statements speak of one subject. */
export const RELATED_LIKENESS = 0.3

/** Tells how much a stem says about what a statement is about, 0–1. */
export type Weigh = (stem: string) => number

/** Compares two statements of any language; what English says by inflection, synonyms and negation it understands, other languages by their words. */
export function compareStatements(left: string, right: string, weigh?: Weigh): Likeness {
  return compareRead(readStatement(left), readStatement(right), weigh)
}

export function compareRead(left: Statement, right: Statement, weigh: Weigh = weightOf): Likeness {
  if (saysSame(left, right)) return { score: 1, kind: "same", why: "says the same in the same words" }
  return compareMatched(left, right, matchTerms(left, right, weigh))
}

export { saysSame } from "./same-statement"

/** Compares two statements that differ in their words, which were matched already. */
export function compareMatched(left: Statement, right: Statement, match: Match): Likeness {
  const score = scoreOf(match)
  if (match.pairs.length === 0) return { score: 0, kind: "none", why: "has no word in common" }
  const contradiction = findContradiction(left, right, match)
  if (contradiction !== null) return { score, kind: "contradiction", why: contradiction }
  const other = score >= RELATED_LIKENESS ? findSubstitution(left, right, match) : null
  if (other !== null)
    return { score: Math.min(score, DUPLICATE_LIKENESS - 0.01), kind: "related", why: other }
  if (score >= DUPLICATE_LIKENESS)
    return { score: Math.min(score, 0.99), kind: "duplicate", why: whyDuplicate(match) }
  if (score >= RELATED_LIKENESS)
    return { score, kind: "related", why: `speaks of the same: ${sharedWords(match)}` }
  return { score, kind: "none", why: "speaks of something else" }
}

function whyDuplicate({ left, right }: Match): string {
  if (Math.min(left, right) > 0.3) return "says the same in other words"
  return Math.max(left, right) > 0.6 ? "says the same and more" : "says the same in nearly the same words"
}

function sharedWords({ pairs }: Match): string {
  return pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ left }) => left.shown)
    .join(", ")
}
