import { ownValue } from "../text/own-value"
import { canContradict, type FeatureValue, type Judgement, verdictOf } from "./judge"
import type { Evidence } from "./reason"

/** What both say of what either says where it can be told that they stand against each other, 0–1. */
const ALIKE = 0.5
/** The same where both models are sure, and the statements short. */
const ALIKE_SURE = 0.4
const SURE = 0.9
const SHORT_WORDS = 16
const SURE_OF_FEW = 0.85
const FEW_WORDS = 8
/** The same where nothing can be named in which they differ. */
const ALIKE_UNNAMED = 0.6
/** Two causes of one event share little but the event. */
const ALIKE_CAUSES = 0.25
/** The rest of both, without the words that differ. */
const REST_ALIKE = 0.5
/** Longer statements name many things. */
const NAMING_WORDS = 22

/** Whether what both stand against each other in can be named, and the rest of them agrees. */
function isEvident(judged: Judgement, probability: number): boolean {
  const {
    against: { evidence },
    features,
  } = judged
  const of = (name: string) => features.get(name) ?? 0
  const isAlike = of("soft score") >= (isSureOfShort(of, probability) ? ALIKE_SURE : ALIKE)
  if ((of("told gone") > 0 && of("soft score") >= ALIKE_SURE) || hasTwoCauses(of)) return true
  // Whoever is to ask something is told nothing of how it is.
  if (!canContradict(judged) || of("question one") > 0) return false
  const isEnough = evidence && ownValue(ENOUGH, evidence)
  return isEnough ? isEnough(of, isAlike) : probability >= SURE && of("soft score") >= ALIKE_UNNAMED
}

/** Whether evidence of each kind is enough. `isAlike`: the statements share enough. */
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

/** Whether the models are sure of short statements. */
function isSureOfShort(of: FeatureValue, probability: number): boolean {
  const words = of("words most")
  return words <= SHORT_WORDS && probability >= (words <= FEW_WORDS ? SURE_OF_FEW : SURE)
}

const hasTwoCauses = (of: FeatureValue): boolean => of("cause both") > 0 && of("soft score") >= ALIKE_CAUSES

/** From here on a contradiction is worth raising unasked, and from there on where its evidence is strong. */
const RAISED = 0.82
const RAISED_STRONG = { denial: 0.65, other: 0.55 }
/** What may as well be a copy is not raised, still less where nothing can be named. */
const AGAINST = 0.6
const AGAINST_UNNAMED = 0.75

/** Whether a contradiction is sure enough to be raised unasked; `elsewhere`: under headings that name two subjects. */
export function isRaised(judged: Judgement, elsewhere: boolean): boolean {
  const { probability, against } = verdictOf(judged)
  const isUnnamed = judged.against.evidence === null || judged.against.evidence === undefined
  if (against < (isUnnamed ? AGAINST_UNNAMED : AGAINST) || !isEvident(judged, probability)) return false
  if (elsewhere || !isStrong(judged)) return probability >= RAISED
  return probability >= (judged.against.evidence === "denial" ? RAISED_STRONG.denial : RAISED_STRONG.other)
}

/** One measure given twice, most of a statement denied, another choice, another owner, or two causes of one event. */
export function isStrong({ features, against: { evidence } }: Judgement): boolean {
  const of = (name: string) => features.get(name) ?? 0
  if (evidence === "number") return of("number rest") >= 0.75
  if (evidence === "denial")
    return of("denied share") >= 0.5 && of("soft score") >= 0.58 && of("both say") > 0
  if (evidence === "choice") return of("slot of one value") > 0 || of("soft score") >= 0.6
  return hasTwoCauses(of) || (of("owner both") > 0 && of("soft score") >= 0.6)
}
