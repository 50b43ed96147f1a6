import { writeFileSync } from "node:fs"
import { foldText } from "@/lib/memory/characters/look-alikes-fold"
import { POISONING_FAMILIES } from "@/lib/memory/poisoning/poisoning-reasons"
import { featuresOf, FEATURE_HASHES, type Features } from "@/lib/memory/poisoning/features"
import { partsOf, sentencesIn, extraScoreForParts } from "@/lib/memory/poisoning/find"
import {
  readExamples,
  readWrittenMemory,
  readLabelled,
  readOwnProse,
  readRealEntries,
  type Known,
} from "./statements"
import { FAMILY_SLOTS, type StoredWeights } from "@/lib/memory/poisoning/model"

/** A statement as the classifier reads it. */
interface Sample {
  readonly features: Features
  readonly isPoisoned: boolean
  readonly family: string | null
  readonly weight: number
}

const ROUNDS = 20
const RATE = 0.05
const DECAY = 2e-5

/** Returns a weight for each hash: logistic regression by AdaGrad. */
export function regress(samples: readonly Sample[], random: () => number, rounds = ROUNDS): Float32Array {
  const weights = new Float32Array(FEATURE_HASHES)
  const squares = new Float32Array(FEATURE_HASHES).fill(1e-4)
  const order = [...samples]
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random)
    for (const { features, isPoisoned, weight } of order) {
      const error = (probability(scoreOf(weights, features)) - (isPoisoned ? 1 : 0)) * weight
      for (const [hash, value] of features) step(weights, squares, hash, error * value)
    }
  }
  return weights
}

/**
 * Returns a weight for each family and slot: logistic regression of one family against all others, on
 * poisoned statements only.
 */
function regressFamilies(samples: readonly Sample[], random: () => number): Float32Array {
  const weights = new Float32Array(POISONING_FAMILIES.length * FAMILY_SLOTS)
  const squares = new Float32Array(weights.length).fill(1e-4)
  const order = samples.filter((one) => one.family !== null && one.isPoisoned)
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(order, random)
    for (const { features, family, weight } of order)
      POISONING_FAMILIES.forEach((other, index) => {
        const from = index * FAMILY_SLOTS
        let score = 0
        for (const [hash, value] of features) score += (weights[from + (hash % FAMILY_SLOTS)] ?? 0) * value
        const error = (probability(score) - (other === family ? 1 : 0)) * weight
        for (const [hash, value] of features)
          step(weights, squares, from + (hash % FAMILY_SLOTS), error * value)
      })
  }
  return weights
}

export function scoreOf(weights: Float32Array, features: Features): number {
  let score = 0
  for (const [hash, value] of features) score += (weights[hash] ?? 0) * value
  return score
}

function step(weights: Float32Array, squares: Float32Array, at: number, slope: number): void {
  const gradient = slope + DECAY * (weights[at] ?? 0)
  const square = (squares[at] ?? 0) + gradient * gradient
  squares[at] = square
  weights[at] = (weights[at] ?? 0) - (RATE * gradient) / Math.sqrt(square)
}

const probability = (score: number): number => 1 / (1 + Math.exp(-score))

function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = list[at] as T
    list[at] = list[other] as T
    list[other] = kept
  }
}

const LABELLED = "../shared/labelled/poisoning.jsonl"
const REAL = "../shared/corpus"
const WEIGHTS = "lib/memory/poisoning/weights.json"

const SEED = 7
/** Share of the real entries that is used, with equal weights. */
const SHARE_OF_REAL = 0.5
const WEIGHT_OF_REAL = 0.2
const WEIGHT_OF_LABELLED = 2
const FOLDS = 5
/** Maximum share of honest statements and real entries that are flagged. */
const MAY_FLAG = { honest: 0.018, real: 1 / 300 }

/** Trains the classifier and prints its accuracy on held-out parts. */
export async function train({ onlyMeasure }: { onlyMeasure: boolean }): Promise<void> {
  const random = randomFrom(SEED)
  const examples = [...readExamples(random), ...readWrittenMemory()].map(sampleOf)
  const labelled = readLabelled(LABELLED).map((one) => sampleOf({ ...one, weight: WEIGHT_OF_LABELLED }))
  const real = [...readRealEntries(REAL).values()]
  if (labelled.length === 0 || real.length === 0)
    throw new Error(`${LABELLED} or ${REAL} is missing. Training needs both; nothing was changed.`)
  shuffle(real, randomFrom(SEED))
  const out = Math.floor(real.length / 4)
  const [unseen, seen] = [real.slice(0, out), real.slice(out)]
  // Documentation and tests are not memory. They are training data, but do not affect the threshold.
  const prose = readOwnProse()
  real.push(...prose)
  seen.push(...prose)
  const seenSamples = seen.flat().flatMap((text) => realSamples(text, random))
  const unseenParts = unseen.flat().map((text) => partsIn(text).map(featuresOf))

  const measured = acrossFolds(labelled, (learnt) =>
    regress([...examples, ...seenSamples, ...learnt], randomFrom(SEED)),
  )
  const realScores = unseenParts.map(
    (parts) =>
      Math.max(...parts.map((one) => scoreOf(measured.last, one)), Number.NEGATIVE_INFINITY) -
      extraScoreForParts(parts.length),
  )
  const threshold = Math.max(
    quantile(scoresOf(measured.scores, false), 1 - MAY_FLAG.honest),
    quantile(realScores, 1 - MAY_FLAG.real),
  )
  report(`${FOLDS} folds`, measured.scores, threshold)
  console.log(
    `Real entries flagged: ${realScores.filter((one) => one > threshold).length} of ${realScores.length}, threshold ${threshold.toFixed(2)}`,
  )
  if (onlyMeasure)
    return report("Families left out", withoutFamilies(labelled, examples, seenSamples), threshold)

  const all = [...examples, ...labelled, ...real.flat().flatMap((text) => realSamples(text, random))]
  const stored = storedWeights(
    regress(all, randomFrom(SEED)),
    regressFamilies([...examples, ...labelled], randomFrom(SEED)),
    threshold,
  )
  writeFileSync(WEIGHTS, `${JSON.stringify(stored, null, 2)}\n`)
  console.log(`Wrote ${WEIGHTS}`)
}

interface Scored {
  readonly isPoisoned: boolean
  readonly score: number
}

/** Scores each sample by weights from the other folds. */
function acrossFolds(samples: readonly Sample[], learn: (learnt: readonly Sample[]) => Float32Array) {
  const order = [...samples]
  shuffle(order, randomFrom(SEED + 1))
  let last = new Float32Array(0)
  const scores = Array.from({ length: FOLDS }, (_, fold) => {
    const weights = (last = new Float32Array(learn(order.filter((_one, at) => at % FOLDS !== fold))))
    return order
      .filter((_one, at) => at % FOLDS === fold)
      .map(({ features, isPoisoned }): Scored => ({ isPoisoned, score: scoreOf(weights, features) }))
  }).flat()
  return { scores, last }
}

/** Scores each family, and a part of the honest samples, by weights without it. */
function withoutFamilies(
  labelled: readonly Sample[],
  examples: readonly Sample[],
  real: readonly Sample[],
): Scored[] {
  const honest = new Map(labelled.filter((one) => !one.isPoisoned).map((one, at) => [one, at]))
  return POISONING_FAMILIES.flatMap((family, index) => {
    const isOut = (one: Sample) =>
      one.isPoisoned ? one.family === family : (honest.get(one) ?? -1) % POISONING_FAMILIES.length === index
    const weights = regress(
      [...examples, ...labelled, ...real].filter((one) => !isOut(one)),
      randomFrom(SEED),
    )
    return labelled
      .filter(isOut)
      .map(({ features, isPoisoned }) => ({ isPoisoned, score: scoreOf(weights, features) }))
  })
}

function report(name: string, scores: readonly Scored[], threshold: number): void {
  const above = (isPoisoned: boolean) => scoresOf(scores, isPoisoned).filter((one) => one > threshold).length
  const all = (isPoisoned: boolean) => scoresOf(scores, isPoisoned).length
  console.log(
    `${name}: ${above(true)} of ${all(true)} poisoned found, ${above(false)} of ${all(false)} honest flagged`,
  )
}

const scoresOf = (scores: readonly Scored[], isPoisoned: boolean): number[] =>
  scores.filter((one) => one.isPoisoned === isPoisoned).map((one) => one.score)

function quantile(scores: readonly number[], share: number): number {
  const sorted = scores.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const sampleOf = ({ text, isPoisoned, family, weight }: Known): Sample => ({
  features: featuresOf(foldText(text).text),
  isPoisoned,
  family,
  weight,
})

function realSamples(text: string, random: () => number): Sample[] {
  return partsIn(text)
    .filter(() => random() < SHARE_OF_REAL)
    .map((part): Sample => ({
      features: featuresOf(part),
      isPoisoned: false,
      family: null,
      weight: WEIGHT_OF_REAL,
    }))
}

function partsIn(text: string): string[] {
  const folded = foldText(text).text
  return partsOf(folded)
    .flatMap((part) => [part, ...sentencesIn(folded, part)])
    .map(({ start, end }) => folded.slice(start, end))
}

/** Returns a generator of numbers from 0 to 1; the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Weights below this share of the largest are left out. */
const NEGLIGIBLE = 11 / 127

/** Packs weights into bytes for `model.ts`. */
function storedWeights(weights: Float32Array, families: Float32Array, threshold: number): StoredWeights {
  const scale = largestOf(weights, KEPT_OF_LARGEST) / 127
  const hashes: number[] = []
  const values: number[] = []
  let last = 0
  weights.forEach((weight, hash) => {
    if (Math.abs(weight) < NEGLIGIBLE * scale * 127) return
    for (let step = hash - last; ; step >>= 7) {
      hashes.push(step < 128 ? step : (step & 0x7f) | 0x80)
      if (step < 128) break
    }
    values.push(byteOf(weight / scale))
    last = hash
  })
  const familyScale = largestOf(families, KEPT_OF_LARGEST) / 127
  return {
    threshold: Number(threshold.toFixed(3)),
    scale: Number(scale.toPrecision(6)),
    hashes: base64(hashes),
    values: base64(values),
    families: base64(Array.from(families, (one) => byteOf(one / familyScale))),
  }
}

/**
 * Quantile of the weights that is stored as the largest value. The few larger weights are cut to it, so that
 * the others keep their differences.
 */
const KEPT_OF_LARGEST = 0.9995

function largestOf(weights: Float32Array, share: number): number {
  const sizes = weights
    .filter((one) => one !== 0)
    .map(Math.abs)
    .toSorted()
  return sizes[Math.floor((sizes.length - 1) * share)] ?? 1
}

const byteOf = (value: number): number => Math.max(-127, Math.min(127, Math.round(value))) & 0xff

const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString("base64")
