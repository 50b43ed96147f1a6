import { type Match, matchTerms } from "../matching"
import { weightOf } from "../software-speech"
import type { Statement } from "../statement"
import everydayModel from "./data/everyday-model.json"
import labelledModel from "./data/labelled-model.json"
import { type Comparison, compareReadings, featuresOf } from "./features"
import type { Label } from "./labels"
import { type Reason, reasonOf } from "./reason"
import { readingOf } from "./reading"
import { predict, type TreeModel } from "./trees"

/** How two statements stand to each other, with how probable that is. */
export interface Judgement {
  readonly label: Label
  /** Of the label, 0–1, among pairs of which about a third contradict each other. */
  readonly probability: number
  readonly probabilities: Readonly<Record<Label, number>>
  readonly features: Readonly<Record<string, number>>
  /** Why, in a few words, for people; and why they would contradict each other or say the same. */
  readonly reason: Reason
  readonly against: Reason
  readonly twice: Reason
}

/** Learned from pairs of which about a third contradict each other: tells most where somebody asks about a pair. */
const LABELLED = labelledModel as TreeModel
/** Learned from these and from pairs of real memory, of which next to none do: tells what is worth raising unasked. */
const EVERYDAY = everydayModel as TreeModel

/** Judges two statements that differ in more than their layout. The same from either side. */
export function judge(
  left: Statement,
  right: Statement,
  match: Match = matchTerms(left, right, weightOf),
): Judgement {
  const comparison: Comparison = compareReadings(readingOf(left), readingOf(right), match)
  const features = featuresOf(comparison)
  const probabilities = probabilitiesBy(LABELLED, features)
  const label = (Object.keys(probabilities) as Label[]).reduce((best, one) => (probabilities[one] > probabilities[best] ? one : best))
  return {
    label,
    probability: probabilities[label],
    probabilities,
    features,
    reason: reasonOf(label, comparison),
    against: reasonOf("contradiction", comparison),
    twice: reasonOf(probabilities.superset > probabilities.duplicate ? "superset" : "duplicate", comparison),
  }
}

/** The probabilities of a pair that nobody asked about. */
export const everydayProbabilities = ({ features }: Judgement): Readonly<Record<Label, number>> =>
  probabilitiesBy(EVERYDAY, features)

function probabilitiesBy(model: TreeModel, features: Readonly<Record<string, number>>): Record<Label, number> {
  const found = predict(
    model,
    model.features.map((name) => features[name] ?? 0),
  )
  return Object.fromEntries(model.labels.map((label, at) => [label, found[at] ?? 0])) as Record<Label, number>
}
