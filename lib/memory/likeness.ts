import { isEvident } from "./judgement/evident"
import { everydayProbabilities, judge, type Judgement } from "./judgement/judge"
import { matchTerms, type Match, scoreOf } from "./matching"
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

/** From here on a pair is worth telling whoever asks about one of them. */
const NOTICED = 0.85

/**
 * How much of what either says both must say, words of near meaning counted, 0–1. The models learned from pairs of one subject: of two
 * real statements that share less they call every tenth pair a contradiction or a copy. Where nothing but a value differs, that is enough.
 */
const ALIKE = 0.35

/** From here on it is left open whether the one repeats the other or stands against it: whoever merged them might lose what is true. */
const DOUBTFUL = 0.25

/** Below this share pairs of real memory that look so contradict each other next to never. */
const SELDOM = 0.1

/** Longer statements have many words in which they can part by chance. */
const LONG_WORDS = 30

/** Nobody is told of a contradiction that cannot be named. */
function hasEvidence(judged: Judgement): boolean {
  const { evidence } = judged.against
  return (judged.features.get("words most") ?? 0) > LONG_WORDS
    ? isEvident(judged, ALIKE)
    : evidence !== null && evidence !== undefined
}

/** What is told of two statements, if anything, to whoever asks about one of them. */
export function noticedKind(judged: Judgement): "contradiction" | "duplicate" | null {
  if (noticedIn(judged) < NOTICED) return null
  const { contradiction, duplicate, superset } = judged.probabilities
  const isNamed = hasEvidence(judged)
  if (contradiction > duplicate + superset)
    return isNamed && everydayProbabilities(judged).contradiction >= SELDOM ? "contradiction" : null
  return contradiction >= DOUBTFUL && isNamed ? null : "duplicate"
}

function noticedIn({ probabilities, features }: Judgement): number {
  const { contradiction, duplicate, superset } = probabilities
  const isAlike = (features.get("soft score") ?? 0) >= ALIKE || features.get("slot of one value") === 1
  return isAlike ? contradiction + duplicate + superset : 0
}

/** Compares two statements that differ in their words, which were matched already. */
export function compareMatched(left: Statement, right: Statement, match: Match): Likeness {
  if (match.pairs.length === 0) return { score: 0, kind: "none", why: "has no word in common" }
  const words = scoreOf(match)
  const judged = judge(left, right, match)
  const { probabilities, against, twice } = judged
  const noticed = noticedIn(judged)
  switch (noticedKind(judged)) {
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
  return words >= RELATED_LIKENESS
    ? { score: Math.min(words, DUPLICATE_LIKENESS - 0.01), kind: "related", why: sharedWords(match) }
    : { score: words, kind: "none", why: "speaks of something else" }
}

/** From `DUPLICATE_LIKENESS` to 0.99, as sure as it is. */
const duplicateScore = (noticed: number): number =>
  DUPLICATE_LIKENESS + ((noticed - NOTICED) / (1 - NOTICED)) * (0.99 - DUPLICATE_LIKENESS)

const sharedWords = ({ pairs }: Match): string =>
  `speaks of the same: ${pairs
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ left }) => left.shown)
    .join(", ")}`
