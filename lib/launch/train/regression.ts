import { FAMILY_SLOTS } from "@/lib/memory/poisoning/model"
import { POISONING_FAMILIES } from "@/lib/memory/poisoning/families"
import { FEATURE_HASHES, type Features } from "@/lib/memory/poisoning/features"

/** A statement as the classifier reads it. */
export interface Sample {
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

/** Returns a weight for each family and slot: the same against all other families, on poisoned statements alone. */
export function regressFamilies(samples: readonly Sample[], random: () => number): Float32Array {
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

export function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const kept = list[at] as T
    list[at] = list[other] as T
    list[other] = kept
  }
}
