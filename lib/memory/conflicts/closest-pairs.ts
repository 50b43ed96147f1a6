import type { RelationVerdict } from "../comparison/classify-relation"
import { combineModels } from "../comparison/classify-relation"
import { type Match, scoreOf } from "../similarity/matching"
import trained from "./data/closest-pairs.json" with { type: "json" }

/** How much two statements stand out from all others of their scope. */
export interface Closeness {
  /**
   * Similarity of the two, divided by the mean similarity of each to its nearest statements. Usual neighbors
   * have about 1.
   */
  readonly margin: number
  /** Rank of each among the nearest statements of the other, the better one first. [1, 1]: each is the other's nearest. */
  readonly ranks: readonly [best: number, worst: number]
}

/** A pair of statements with everything that decides if they conflict. */
export interface ClosestPair {
  readonly judged: RelationVerdict
  readonly match: Match
  readonly closeness: Closeness
  /** Position of the two: in one file, and in one section of it. */
  readonly inFile: boolean
  readonly inSection: boolean
}

/** Probabilities of a copy and of a contradiction, 0–1. The rest is the probability of neither. */
export interface ClosestVerdict {
  readonly copy: number
  readonly contradiction: number
}

export const OUTCOMES = ["neither", "copy", "contradiction"] as const

/** Weights of a multinomial logistic regression over standardized features. */
export interface ClosestModel {
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  /** For each outcome: the constant, then a weight for each feature. */
  readonly weights: readonly (readonly number[])[]
}

/**
 * Minimum probabilities, 0–1, and the maximum probability of a contradiction for a copy, because a merge could
 * lose the true statement.
 */
const LEAST = { copy: 0.75, contradiction: 0.6 }
const MOST_CONTRADICTION = 0.1

/**
 * Returns the conflict of two statements that may share few words but stand out from all others of their scope.
 * Paraphrases do: each is the other's nearest statement by far. Null if both may stay.
 */
export function findingOfClosest(
  pair: ClosestPair,
): { readonly finding: "duplicate" | "contradiction"; readonly probability: number } | null {
  const { copy, contradiction } = predictClosest(featuresOfClosest(pair))
  if (contradiction >= LEAST.contradiction) return { finding: "contradiction", probability: contradiction }
  return copy >= LEAST.copy && contradiction <= MOST_CONTRADICTION
    ? { finding: "duplicate", probability: copy }
    : null
}

export function predictClosest(
  features: readonly number[],
  model: ClosestModel = trained as ClosestModel,
): ClosestVerdict {
  const sums = model.weights.map(([constant = 0, ...weights]) =>
    features.reduce((sum, value, at) => {
      const standard = (value - (model.means[at] ?? 0)) / (model.deviations[at] ?? 1)
      return sum + (weights[at] ?? 0) * Math.max(-FARTHEST, Math.min(FARTHEST, standard))
    }, constant),
  )
  const most = Math.max(...sums)
  const [neither = 0, copy = 0, contradiction = 0] = sums.map((sum) => Math.exp(sum - most))
  const total = neither + copy + contradiction
  return { copy: copy / total, contradiction: contradiction / total }
}

/** Maximum distance from the mean, in standard deviations. */
export const FARTHEST = 4

/** Kinds of evidence for a contradiction that are features of their own. */
const EVIDENCE = ["number", "denial", "opposite", "order", "rule", "choice", "name", "day", "gone"] as const
/** Maximum number of words of a statement that is too short to say much. */
const FEW_WORDS = 4

export function featuresOfClosest({ judged, match, closeness, inFile, inSection }: ClosestPair): number[] {
  const { probability, against } = combineModels(judged)
  const of = (name: string) => judged.features.get(name) ?? 0
  const [best, worst] = closeness.ranks
  const fewest = of("words least")
  return [
    logOdds(probability),
    against,
    ...[judged.probabilities, judged.everyday].flatMap(({ duplicate, superset, contradiction }) => [
      logOdds(duplicate + superset),
      logOdds(contradiction),
    ]),
    scoreOf(match),
    of("soft score"),
    closeness.margin,
    Math.log(worst),
    Math.log(best),
    Number(inSection),
    Number(inFile),
    Math.log1p(fewest),
    Number(fewest <= FEW_WORDS),
    of("both say"),
    Math.log1p(of("pairs")),
    ...EVIDENCE.map((kind) => Number(judged.against.evidence === kind)),
  ]
}

const LEAST_PROBABLE = 1e-4
const logOdds = (probability: number): number =>
  Math.log(Math.max(probability, LEAST_PROBABLE) / Math.max(1 - probability, LEAST_PROBABLE))

/** Returns the term that an entry defines: `**Slot**: a bookable time`, `Slot – a bookable time`. Null if it defines none. */
export function definedTerm(text: string): string | null {
  const [, bold, dashed] = DEFINITION.exec(text.trimStart()) ?? []
  return (bold ?? dashed)?.replace(/:$/, "").toLowerCase() ?? null
}
const DEFINITION = /^\*\*([^*\n]{1,60})\*\*(?:\s?[:—–-]|(?<=:\*\*))|^([^\n—–]{1,60}) [—–] /u
