import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { ComparedEntry } from "@/lib/db/conflicts/comparable-entries"
import { classifyRelation } from "@/lib/memory/comparison/classify-relation"
import {
  FARTHEST,
  featuresOfOutcome,
  OUTCOMES,
  type OutcomeModel,
} from "@/lib/memory/comparison/outcome-regression"
import { type Closeness, definedTerm, featuresOfClosest } from "@/lib/memory/conflicts/closest-pairs"
import type { ReadSide } from "@/lib/memory/conflicts/conflict"
import { isInWords } from "@/lib/memory/conflicts/contradiction-rules"
import { comparisonScope } from "@/lib/memory/conflicts/precedence"
import { weightOf } from "@/lib/memory/lexicon/software"
import { matchTerms, pairKey } from "@/lib/memory/similarity/matching"
import { sideOf } from "@/lib/operations/conflicts/find/analyses"
import { corpusRepositories, poolOf, type Repository } from "./corpus-conflicts"
import { type EmbeddingOf, embeddingsOf } from "./embeddings"
import { labelledFleets, type LabelledKind } from "./labelled-fleets"

const CLOSEST_MODEL = "lib/memory/conflicts/data/closest-pairs.json"
const REPORTABLE_MODEL = "lib/memory/comparison/data/reportable-model.json"
/** Labels of pairs of real memory by hash, because texts of the corpus stay out of the project. */
const CORPUS_LABELS = "tests/bench/comparison/corpus-labels.jsonl"

type Outcome = (typeof OUTCOMES)[number]

/** A pair with its features and its label. */
export interface OutcomeExample {
  readonly features: readonly number[]
  readonly outcome: Outcome
  readonly weight: number
  /** Fleet or repository. */
  readonly group: string
}

const OUTCOME_OF = {
  contradiction: "contradiction",
  near: "copy",
  exact: "copy",
  tempting: "neither",
} as const satisfies Record<LabelledKind, Outcome>

/**
 * Examples of the written fleets, and of real memory if the corpus is beside the project. Without
 * `embeddingOf`, statements are compared by their words only.
 */
export function closestExamples(embeddingOf?: EmbeddingOf): OutcomeExample[] {
  const fleets = labelledFleets("learned").flatMap(({ name, entries, pairs }) => {
    const labels = new Map(
      pairs.map(({ kind, a, b }) => [keyOf(entries[a], entries[b]), OUTCOME_OF[kind]] as const),
    )
    return examplesOf({ name, entries }, embeddingOf, (key) => ({
      outcome: labels.get(key) ?? "neither",
      weight: 1,
    }))
  })
  const known = new Map(
    readFileSync(CORPUS_LABELS, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { pair: string; label: Outcome })
      .map(({ pair, label }) => [pair, label]),
  )
  const real = corpusRepositories().flatMap((repository) =>
    examplesOf(repository, embeddingOf, (key) => {
      const label = known.get(key)
      return { outcome: label ?? "neither", weight: label === undefined ? UNLABELLED : 1 }
    }),
  )
  return [...fleets, ...real]
}

/** Weight of pairs of real memory without a label. Few of them conflict. */
const UNLABELLED = 0.5
/** Minimum margin of an example. Pairs below it are never raised. */
const LEAST_MARGIN = 0.9

/** True for a pair whose outcome is worth learning. With embeddings, both statements need one. */
const standsOut = ({ margin, embedded }: Closeness, isEmbedded: boolean): boolean =>
  isEmbedded ? embedded !== null && Math.max(margin, embedded.margin) >= LEAST_MARGIN : margin >= LEAST_MARGIN

function examplesOf(
  { name, entries }: Repository,
  embeddingOf: EmbeddingOf | undefined,
  labelOf: (key: string) => Pick<OutcomeExample, "outcome" | "weight">,
): OutcomeExample[] {
  const { pool, copiesOf } = poolOf(entries, embeddingOf)
  const examples: OutcomeExample[] = []
  for (let one = 0; one < pool.size; one += 1)
    for (const other of pool.like(one)) {
      const closeness = other > one ? pool.closeness(one, other) : null
      if (closeness === null || !standsOut(closeness, embeddingOf !== undefined)) continue
      const [left, right] = [copiesOf(one)[0], copiesOf(other)[0]] as [ComparedEntry, ComparedEntry]
      const sides = [sideOf(left), sideOf(right)] as [ReadSide, ReadSide]
      if (comparisonScope(left, right, "contradiction") === null || !areComparable(sides)) continue
      const match = matchTerms(sides[0].read, sides[1].read, weightOf)
      if (match.pairs.length === 0) continue
      const features = featuresOfClosest({
        judged: classifyRelation(sides[0].read, sides[1].read, match),
        match,
        closeness,
        inFile: left.path === right.path,
        inSection: left.path === right.path && left.section === right.section,
      })
      examples.push({ features, group: name, ...labelOf(keyOf(left, right)) })
    }
  return examples
}

function areComparable([left, right]: readonly [ReadSide, ReadSide]): boolean {
  const [term, other] = [definedTerm(left.read.text), definedTerm(right.read.text)]
  return (
    [left, right].every((side) => side.isDurable && !side.isTask && isInWords(side)) &&
    (term === null || other === null || term === other)
  )
}

const keyOf = (one?: ComparedEntry, other?: ComparedEntry): string =>
  createHash("sha256")
    .update(pairKey(one?.text ?? "", other?.text ?? ""))
    .digest("hex")
    .slice(0, 16)

const ROUNDS = 500
const STEP = 0.05
const PENALTY = 5

/** Trains a multinomial logistic regression by Adam. The result depends on the examples only. */
export function fitOutcomes(examples: readonly OutcomeExample[]): OutcomeModel {
  const { means, deviations, rows } = standardized(examples)
  const width = means.length + 1
  const zeros = () => OUTCOMES.map(() => new Float64Array(width))
  const weights = zeros()
  const moments = OUTCOMES.map(() => [new Float64Array(width), new Float64Array(width)] as const)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slopes = zeros()
    for (const [at, row] of rows.entries()) addSlopes(slopes, weights, row, examples[at] as OutcomeExample)
    for (const [outcome, own] of weights.entries()) {
      const slope = Array.from(
        slopes[outcome] ?? [],
        (sum, at) => (sum + (at === 0 ? 0 : PENALTY * at0(own, at))) / rows.length,
      )
      stepBy(own, slope, { moments: moments[outcome] as (typeof moments)[number], round })
    }
  }
  const rounded = (numbers: Iterable<number>) => Array.from(numbers, (one) => Number(one.toPrecision(5)))
  return { means: rounded(means), deviations: rounded(deviations), weights: weights.map(rounded) }
}

function standardized(examples: readonly OutcomeExample[]) {
  const columns = Array.from({ length: examples[0]?.features.length ?? 0 }, (_, at) =>
    examples.map(({ features }) => at0(features, at)),
  )
  const means = columns.map((column) => column.reduce((sum, one) => sum + one, 0) / column.length)
  const deviations = columns.map((column, at) => {
    const squares = column.reduce((sum, one) => sum + (one - at0(means, at)) ** 2, 0)
    return Math.sqrt(squares / column.length) + 1e-6
  })
  const rows = examples.map(({ features }) => [
    1,
    ...features.map((value, at) =>
      Math.max(-FARTHEST, Math.min(FARTHEST, (value - at0(means, at)) / at0(deviations, at))),
    ),
  ])
  return { means, deviations, rows }
}

const at0 = (numbers: ArrayLike<number>, at: number): number => numbers[at] ?? 0

/** Moves weights against their slopes by Adam. */
function stepBy(
  weights: Float64Array,
  slopes: readonly number[],
  {
    moments: [means, squares],
    round,
  }: { readonly moments: readonly [Float64Array, Float64Array]; readonly round: number },
): void {
  for (const [at, slope] of slopes.entries()) {
    means[at] = 0.9 * at0(means, at) + 0.1 * slope
    squares[at] = 0.999 * at0(squares, at) + 0.001 * slope * slope
    const mean = at0(means, at) / (1 - 0.9 ** round)
    weights[at] =
      at0(weights, at) - (STEP * mean) / (Math.sqrt(at0(squares, at) / (1 - 0.999 ** round)) + 1e-8)
  }
}

function addSlopes(
  slopes: readonly Float64Array[],
  weights: readonly Float64Array[],
  row: readonly number[],
  { outcome, weight }: OutcomeExample,
): void {
  const sums = weights.map((own) => row.reduce((sum, value, at) => sum + value * (own[at] ?? 0), 0))
  const most = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - most))
  const total = powers.reduce((sum, one) => sum + one, 0)
  for (const [place, slope] of slopes.entries()) {
    const off = weight * ((powers[place] ?? 0) / total - (OUTCOMES[place] === outcome ? 1 : 0))
    for (const [at, value] of row.entries()) slope[at] = (slope[at] ?? 0) + off * value
  }
}

/** Number of entries most like one that are examples for it, as in a search for similar entries. */
const MOST_ALIKE = 8

/** Pairs of entries that look alike, in both orders, from the written fleets. */
export function reportableExamples(part: "learned" | "held-out" = "learned"): OutcomeExample[] {
  return labelledFleets(part).flatMap(({ name, entries, pairs }) => {
    const { pool, copiesOf } = poolOf(entries)
    const labels = new Map(
      pairs.map(({ kind, a, b }) => [keyOf(entries[a], entries[b]), OUTCOME_OF[kind]] as const),
    )
    return Array.from({ length: pool.size }, (_, one) => pool.like(one).slice(0, MOST_ALIKE)).flatMap(
      (others, one) =>
        others.flatMap((other): OutcomeExample[] => {
          const [left, right] = [copiesOf(one)[0], copiesOf(other)[0]] as [ComparedEntry, ComparedEntry]
          const [mine, its] = [sideOf(left).read, sideOf(right).read]
          const match = matchTerms(mine, its, weightOf)
          if (match.pairs.length === 0) return []
          const features = featuresOfOutcome(classifyRelation(mine, its, match))
          return [{ features, outcome: labels.get(keyOf(left, right)) ?? "neither", weight: 1, group: name }]
        }),
    )
  })
}

/** Trains the models and writes them. Returns a text with the numbers of examples. */
export async function trainOutcomes(): Promise<string> {
  const embeddingOf = await embeddingsOf(
    [...labelledFleets("learned"), ...corpusRepositories()].flatMap(({ entries }) => entries),
  )
  const [closest, embedded, reportable] = [
    closestExamples(),
    closestExamples(embeddingOf),
    reportableExamples(),
  ]
  const models = { words: fitOutcomes(closest), embedded: fitOutcomes(embedded) }
  writeFileSync(CLOSEST_MODEL, `${JSON.stringify(models)}\n`)
  writeFileSync(REPORTABLE_MODEL, `${JSON.stringify(fitOutcomes(reportable))}\n`)
  const isReal = existsSync("../shared/corpus")
  return `Trained from ${closest.length} pairs that stand out by their words and ${embedded.length} with embeddings${isReal ? "" : ", without real memory"}, and ${reportable.length} that look alike.`
}
