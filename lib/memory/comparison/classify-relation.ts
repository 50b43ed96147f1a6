import { type Match, matchTerms } from "../similarity/matching"
import { weightOf } from "../lexicon/software"
import type { Statement } from "../similarity/statement"
import everydayModel from "./data/everyday-model.json" with { type: "json" }
import labelledModel from "./data/labelled-model.json" with { type: "json" }
import { compareReadings } from "./pair-reading"
import { type PairFeatures, pairFeaturesOf } from "./features"
import { type Label, type Reason, reasonOf } from "./relation-reasons"
import { readingOf } from "./reading"
import { type PairModel, predict, correctByWords } from "./models"

/** The relation between two statements, with its probability. */
export interface RelationVerdict {
  readonly label: Label
  /** Probability of the label, 0–1, for pairs of which about a third contradict each other. */
  readonly probability: number
  readonly probabilities: Probabilities
  /** Probabilities for pairs from background comparisons, where contradictions are very rare. */
  readonly everyday: Probabilities
  readonly features: PairFeatures
  /** Reason for the label, in a few words for display. */
  readonly reason: Reason
  /** Reason for a contradiction. */
  readonly against: Reason
  /** Reason for a duplicate. */
  readonly twice: Reason
}

/**
 * Model trained on pairs of which about a third contradict each other. Best for pairs that a person or an
 * agent asks about.
 */
const LABELLED = labelledModel as PairModel
/**
 * Model trained on the same pairs and on real memory, where contradictions are very rare. Best for pairs from
 * background comparisons.
 */
const EVERYDAY = everydayModel as PairModel

/**
 * Classifies the relation of two statements that differ in more than layout. The result does not depend on
 * their order.
 */
export function classifyRelation(
  left: Statement,
  right: Statement,
  match: Match = matchTerms(left, right, weightOf),
): RelationVerdict {
  const isTurned = left.exact > right.exact
  const comparison = isTurned
    ? compareReadings(readingOf(right), readingOf(left), matchTerms(right, left, match.weighStem))
    : compareReadings(readingOf(left), readingOf(right), match)
  const features = pairFeaturesOf(comparison)
  const against = reasonOf("contradiction", comparison, isTurned)
  const probabilities = correctByEvidence(probabilitiesBy(LABELLED, features), features, against)
  const label = (Object.keys(probabilities) as Label[]).reduce((best, one) =>
    probabilities[one] > probabilities[best] ? one : best,
  )
  return {
    label,
    probability: probabilities[label],
    probabilities,
    everyday: correctByEvidence(probabilitiesBy(EVERYDAY, features), features, against),
    features,
    reason: reasonOf(label, comparison),
    against,
    twice: reasonOf(probabilities.superset > probabilities.duplicate ? "superset" : "duplicate", comparison),
  }
}

export type Probabilities = Readonly<Record<Label, number>>

/**
 * Corrects a model's probabilities by fixed rules. If all words agree and none is denied, reversed or counted
 * differently, a contradiction is impossible. If all words agree and some are denied, a contradiction is near
 * certain. One sentence about two subjects, or about two names in code, is not a contradiction. A different
 * number for the same thing is a contradiction, and so is a thing that the other statement decides against. A
 * duplicate is unlikely if a number, an order, a rule or a choice differs. A duplicate is ruled out if each
 * statement counts, quotes or names something that the other does not, or if hardly any words are similar.
 */
export function correctByEvidence(
  learned: Probabilities,
  features: PairFeatures,
  { evidence }: Reason,
): Probabilities {
  const of = (name: string) => features.get(name) ?? 0
  const clear = clearContradiction(of)
  if (clear !== null) return contradictionOf(learned, clear)
  const saysOther = namesOther(of) || of("soft score") < LEAST_ALIKE
  const isTwice = learned.duplicate + learned.superset > learned.contradiction
  const found = saysOther && isTwice && !isClash(evidence) ? neverTwice(learned) : learned
  const compatible = compatibleLabel(of, evidence, saysOther)
  if (compatible !== null) return withoutContradiction(found, compatible)
  if (evidence === "denial" && isDeniedWhole(of))
    return { contradiction: 0.95, duplicate: 0.02, superset: 0, related: 0.03, unrelated: 0 }
  const least = leastContradiction(features, evidence)
  if (least !== null) return contradictionOf(found, least)
  return isClash(evidence) ? lessTwice(found) : found
}

/** Returns the probability of a contradiction in a reversed order or a decision against the other; null for others. */
function clearContradiction(of: FeatureValue): number | null {
  if (of("turned round") > 0 && of("soft score") >= ORDERED_ALIKE) return 0.95
  return of("decided against") > 0 && of("only adds") > 0 ? 0.93 : null
}

/** Returns the value of a feature; 0 if the feature is missing. */
export type FeatureValue = (name: string) => number

/** True if each statement counts, quotes or names something that the other does not. */
const namesOther = (of: FeatureValue): boolean =>
  of("counts otherwise") > 0 ||
  of("other code") > 0 ||
  of("slot of names") > 0 ||
  (of("other first") + of("other name") > 0 && of("in order of shorter") >= OF_ONE_FORM)

/** Returns the relation of two statements that cannot contradict each other. Returns null if they can. */
function compatibleLabel(
  of: FeatureValue,
  evidence: Reason["evidence"],
  saysOther: boolean,
): "duplicate" | "superset" | "related" | null {
  if (!isUnnamed(evidence)) return isCompatibleDespite(of, evidence) ? "related" : null
  if (!saysOther && of("nothing differs") > 0) return "duplicate"
  if (isOfTwoSubjects(of)) return "related"
  if (!saysOther && addsOnly(of)) return of("unspaced") > 0 ? "duplicate" : "superset"
  return isList(of) ? "related" : null
}

/** True if two choices are values of one list, or two numbers are about two names in code. */
const isCompatibleDespite = (of: FeatureValue, evidence: Reason["evidence"]): boolean =>
  (evidence === "choice" && isList(of)) || (evidence === "number" && isOfOtherCode(of))

const isList = (of: FeatureValue): boolean => of("slot of several values") > 0 && of("number alone") === 0

/** True if each statement names something in code that the other does not. */
const isOfOtherCode = (of: FeatureValue): boolean => of("other code name") > 0

/** True if the evidence of a contradiction is missing or only a name. */
const isUnnamed = (evidence: Reason["evidence"]): boolean =>
  evidence === null || evidence === undefined || evidence === "name"

const isOfTwoSubjects = (of: FeatureValue): boolean =>
  (of("other subject") > 0 && of("gaps of both") === 1) || of("other numbered") > 0 || isOfOtherCode(of)

const addsOnly = (of: FeatureValue): boolean => of("only adds") > 0 && of("unspaced denials differ") === 0

/** True if all words agree and some of them are denied. */
const isDeniedWhole = (of: FeatureValue): boolean =>
  of("soft score") === 1 && of("denied share") >= 0.3 && of("both denied") === 0

/** Returns the least probability of a contradiction in one measure or choice. Returns null for other evidence. */
function leastContradiction(features: PairFeatures, evidence: Reason["evidence"]): number | null {
  const of = (name: string) => features.get(name) ?? 0
  if (evidence === "number" && isOtherMeasure(features)) return of("slot") > 0 ? 0.85 : 0.75
  if (evidence === "choice" && isOnlyChoice(of)) return of("slot") > 0 ? 0.85 : 0.88
  return null
}

/** Returns the probabilities with the share of a contradiction moved to `label`. */
const withoutContradiction = (
  found: Probabilities,
  label: "duplicate" | "superset" | "related",
): Probabilities => ({ ...found, contradiction: 0, [label]: found[label] + found.contradiction })

/** Returns the probabilities with part of the share of a duplicate moved to a contradiction. */
const lessTwice = (found: Probabilities): Probabilities => ({
  ...found,
  duplicate: found.duplicate * CLASHING,
  superset: found.superset * CLASHING,
  contradiction: found.contradiction + (found.duplicate + found.superset) * (1 - CLASHING),
})

/** Returns the probabilities with a contradiction of at least `least`, and all other labels scaled in proportion. */
function contradictionOf(found: Probabilities, least: number): Probabilities {
  const contradiction = Math.max(found.contradiction, least)
  const rest = (1 - contradiction) / Math.max(1e-9, 1 - found.contradiction)
  return {
    contradiction,
    duplicate: found.duplicate * rest,
    superset: found.superset * rest,
    related: found.related * rest,
    unrelated: found.unrelated * rest,
  }
}

/** Minimum share of words with about the same meaning, 0–1, for a duplicate. */
const LEAST_ALIKE = 0.15

/** Least share of words in common, 0–1, for two statements to list the same steps, so that a different order is a contradiction. */
const ORDERED_ALIKE = 0.8

/** True if two statements differ on a point that both name. */
const isClash = (evidence: Reason["evidence"]): boolean =>
  evidence === "number" || evidence === "order" || evidence === "rule" || evidence === "choice"

/** Least share of words in order for two statements to be one sentence about two different things. */
const OF_ONE_FORM = 0.6

/** Returns the probabilities with the shares of `duplicate` and `superset` moved to `related`. */
const neverTwice = (found: Probabilities): Probabilities => ({
  ...found,
  duplicate: 0,
  superset: 0,
  related: found.related + found.duplicate + found.superset,
})

/**
 * True if two statements of at most 14 words differ in a choice for one purpose, have the same subject,
 * conditions and exceptions, and share enough other words.
 */
const isOnlyChoice = (of: FeatureValue): boolean =>
  of("alternative alone") > 0 &&
  of("slot of several values") === 0 &&
  of("other subject") === 0 &&
  of("condition one") === 0 &&
  of("exception one") === 0 &&
  (of("one gap") > 0 || of("slot") > 0 || of("soft score") >= 0.35) &&
  of("words most") <= 14

/** Factor for the probability of a duplicate if both statements name the point on which they differ. */
const CLASHING = 0.4

/**
 * True if two statements give different numbers for one measure of one thing, in the same place and under the
 * same conditions.
 */
export function isOtherMeasure(features: PairFeatures): boolean {
  const of = (name: string) => features.get(name) ?? 0
  return (
    of("number alone") > 0 &&
    of("other number beside alike") > 0 &&
    of("number rest") >= 0.75 &&
    of("other subject") === 0 &&
    of("places only most") === 0 &&
    of("condition one") === 0 &&
    of("exception one") === 0 &&
    of("words most") <= 18
  )
}

/** Combined verdict of both models on two statements. */
export interface ModelVerdict {
  /** Probability that the statements contradict or repeat each other, 0–1. */
  readonly probability: number
  /** Share of contradiction in `probability`, 0–1. */
  readonly against: number
}

/**
 * Returns the mean of both models, computed as log odds. Labeled pairs alone make related statements look too
 * frequent. Real memory alone has too few related pairs to learn from.
 */
export function combineModels({ probabilities, everyday }: BothModels): ModelVerdict {
  const models = [probabilities, everyday]
  const twice = ({ duplicate, superset }: Probabilities) => duplicate + superset
  const odds = models.reduce((sum, one) => sum + logOddsOf(one.contradiction + twice(one)) / models.length, 0)
  const contradiction = models.reduce((sum, one) => sum + one.contradiction, 0)
  const both = contradiction + models.reduce((sum, one) => sum + twice(one), 0)
  return { probability: 1 / (1 + Math.exp(-odds)), against: both === 0 ? 0 : contradiction / both }
}

/**
 * Maximum share of contradiction, 0–1, at which a pair is called a duplicate. A merge could otherwise lose
 * the true statement.
 */
export const MAX_DUPLICATE_CONTRADICTION = 0.3

/** The probabilities from both models. */
export type BothModels = Pick<RelationVerdict, "probabilities" | "everyday">

/** True if a contradiction is possible: its evidence is named, or both are sentences and neither is only a label or a name. */
export const canContradict = ({
  against: { evidence },
  features,
}: Pick<RelationVerdict, "against" | "features">): boolean =>
  (evidence !== null && evidence !== undefined && evidence !== "name") || features.get("both say") === 1

const LEAST_PROBABLE = 1e-6
const logOddsOf = (probability: number): number =>
  Math.log(Math.max(LEAST_PROBABLE, probability) / Math.max(LEAST_PROBABLE, 1 - probability))

function probabilitiesBy(model: PairModel, features: PairFeatures): Record<Label, number> {
  const found = correctByWords(predict(model, features), model.wordings, features)
  return Object.fromEntries(model.labels.map((label, at) => [label, found[at] ?? 0])) as Record<Label, number>
}
