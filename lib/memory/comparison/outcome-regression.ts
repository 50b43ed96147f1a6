import { type BothModels, combineModels, type RelationVerdict } from "./classify-relation"
import type { Evidence } from "./relation-reasons"
import trained from "./data/reportable-model.json" with { type: "json" }

export const OUTCOMES = ["neither", "copy", "contradiction"] as const

/** Probabilities of a copy and of a contradiction, 0–1. The rest is the probability of neither. */
export interface OutcomeVerdict {
  readonly copy: number
  readonly contradiction: number
}

/** Weights of a multinomial logistic regression over standardized features. */
export interface OutcomeModel {
  readonly means: readonly number[]
  readonly deviations: readonly number[]
  /** For each outcome: the constant, then a weight for each feature. */
  readonly weights: readonly (readonly number[])[]
}

export function predictOutcome(features: readonly number[], model: OutcomeModel): OutcomeVerdict {
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

/** A comparison as far as its outcome depends on it. */
export type ComparedPair = BothModels & Pick<RelationVerdict, "against" | "features">

/**
 * Returns the outcome of a pair among the entries that look most like it. The models of `classifyRelation` learned
 * from pairs of which a third contradict each other, so they are too sure of pairs that only share some words.
 */
export const outcomeOf = (judged: ComparedPair): OutcomeVerdict =>
  predictOutcome(featuresOfOutcome(judged), trained as OutcomeModel)

export function featuresOfOutcome(judged: ComparedPair): number[] {
  const of = (name: string) => judged.features.get(name) ?? 0
  return [
    ...featuresOfModels(judged),
    of("score"),
    of("soft score"),
    Math.log1p(of("words least")),
    Math.log1p(of("words most")),
    of("both say"),
    Math.log1p(of("pairs")),
    Number((judged.against.evidence ?? null) === null),
    ...featuresOfEvidence(judged.against),
  ]
}

export function featuresOfModels(judged: BothModels): number[] {
  const { probability, against } = combineModels(judged)
  return [
    logOdds(probability),
    against,
    ...[judged.probabilities, judged.everyday].flatMap(({ duplicate, superset, contradiction }) => [
      logOdds(duplicate + superset),
      logOdds(contradiction),
    ]),
  ]
}

/** Kinds of evidence for a contradiction that are features of their own. */
const KINDS = ["number", "denial", "opposite", "order", "rule", "choice", "name", "day", "gone"] as const

export const featuresOfEvidence = ({ evidence }: { readonly evidence?: Evidence | null }): number[] =>
  KINDS.map((kind) => Number(evidence === kind))

const LEAST_PROBABLE = 1e-4
const logOdds = (probability: number): number =>
  Math.log(Math.max(probability, LEAST_PROBABLE) / Math.max(1 - probability, LEAST_PROBABLE))
