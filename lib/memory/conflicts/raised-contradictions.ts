import { ownValue } from "../text/own-value"
import {
  canContradict,
  type FeatureValue,
  type RelationVerdict,
  combineModels,
} from "../comparison/classify-relation"
import type { Evidence } from "../comparison/relation-reasons"

/** Least share of words in common, 0–1, for a contradiction whose evidence can be named. */
const ALIKE = 0.5
/** Least share of words in common for short statements if the models are sure, 0–1. */
const ALIKE_SURE = 0.4
const SURE = 0.9
const SHORT_WORDS = 16
const SURE_OF_FEW = 0.85
const FEW_WORDS = 8
/** Least share of words in common if the difference cannot be named, 0–1. */
const ALIKE_UNNAMED = 0.6
/** Minimum share for two causes of one event, 0–1. Such statements share little but the event. */
const ALIKE_CAUSES = 0.25
/** Minimum share of both statements without the words that differ, 0–1. */
const REST_ALIKE = 0.5
/** Maximum number of words of statements with different names. Longer statements name many things. */
const NAMING_WORDS = 22

/** True if the point on which two statements conflict can be named and the rest of both agrees. */
function isEvident(judged: RelationVerdict, probability: number): boolean {
  const {
    against: { evidence },
    features,
  } = judged
  const of = (name: string) => features.get(name) ?? 0
  const isAlike = of("soft score") >= (isSureOfShort(of, probability) ? ALIKE_SURE : ALIKE)
  if ((of("told gone") > 0 && of("soft score") >= ALIKE_SURE) || hasTwoCauses(of)) return true
  // A question asserts nothing about its subject, so it cannot contradict.
  if (!canContradict(judged) || of("question one") > 0) return false
  const isEnough = evidence && ownValue(ENOUGH, evidence)
  return isEnough ? isEnough(of, isAlike) : probability >= SURE && of("soft score") >= ALIKE_UNNAMED
}

/** Decides, for each kind of evidence, if the evidence is enough. `isAlike`: the statements share enough words. */
const ENOUGH: Readonly<Partial<Record<Evidence, (of: FeatureValue, isAlike: boolean) => boolean>>> = {
  denial: (of, isAlike) =>
    of("unspaced denials differ") > 0 ||
    (isAlike && of("denied share") >= 0.2 && of("denies differ") + of("denials differ") > 0),
  opposite: (of) => of("opposite rest") >= REST_ALIKE,
  number: (of) => of("number rest") >= REST_ALIKE && of("condition one") === 0,
  order: (of, isAlike) => of("turned round") > 0 || (isAlike && of("order same") < of("order swapped")),
  name: (of, isAlike) => isAlike && of("words most") <= NAMING_WORDS,
  choice: (of, isAlike) => of("alternative alone") > 0 || of("slot of one value") > 0 || isAlike,
}

/** True if the models are sure about two short statements. */
function isSureOfShort(of: FeatureValue, probability: number): boolean {
  const words = of("words most")
  return words <= SHORT_WORDS && probability >= (words <= FEW_WORDS ? SURE_OF_FEW : SURE)
}

const hasTwoCauses = (of: FeatureValue): boolean => of("cause both") > 0 && of("soft score") >= ALIKE_CAUSES

/**
 * Minimum probability for a contradiction to be raised without a request. Strong evidence lowers the limit to
 * `RAISED_STRONG`.
 */
const RAISED = 0.82
const RAISED_STRONG = { denial: 0.65, other: 0.55 }
/**
 * Minimum share of contradiction in the combined verdict, 0–1, for a pair to be raised. `AGAINST_UNNAMED`
 * applies if the difference cannot be named.
 */
const AGAINST = 0.6
const AGAINST_UNNAMED = 0.75

/**
 * True if a contradiction is sure enough to be raised without a request. `elsewhere`: the headings name two
 * different subjects.
 */
export function isRaised(judged: RelationVerdict, elsewhere: boolean): boolean {
  const { probability, against } = combineModels(judged)
  const isUnnamed = (judged.against.evidence ?? null) === null && !isStrong(judged)
  if (against < (isUnnamed ? AGAINST_UNNAMED : AGAINST) || !isEvident(judged, probability)) return false
  if (elsewhere || !isStrong(judged)) return probability >= RAISED
  return probability >= (judged.against.evidence === "denial" ? RAISED_STRONG.denial : RAISED_STRONG.other)
}

/**
 * True for strong evidence: one measure given twice, most of a statement denied, another choice, another
 * owner, or two causes of one event.
 */
export function isStrong({ features, against: { evidence } }: RelationVerdict): boolean {
  const of = (name: string) => features.get(name) ?? 0
  if (evidence === "number") return of("number rest") >= 0.75
  if (evidence === "denial")
    return of("denied share") >= 0.5 && of("soft score") >= 0.58 && of("both say") > 0
  if (evidence === "choice") return of("slot of one value") > 0 || of("soft score") >= 0.6
  return hasTwoCauses(of) || (of("owner both") > 0 && of("soft score") >= 0.6)
}
