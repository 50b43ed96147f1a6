import { POISONING_FAMILIES, type PoisoningFamily } from "./poisoning-reasons"
import { FEATURE_HASHES, type Features } from "./features"
import weights from "./weights.json" with { type: "json" }

/**
 * Weights of a logistic regression, in base64. `hashes` has the differences between ascending hashes, 7 bits
 * per byte; the eighth bit is set in all bytes of a number except its last. `values` has a signed byte for
 * each hash, `families` one for each family and slot.
 */
export interface StoredWeights {
  readonly threshold: number
  readonly scale: number
  readonly hashes: string
  readonly values: string
  readonly families: string
}

/** Number of weights per family. Features share them by the remainder of their hash. */
export const FAMILY_SLOTS = 4096

/**
 * Returns the score of a statement for poisoning. Statements above 0 are flagged. Source of the weights: `npm
 * run train`.
 */
export function poisoningScore(features: Features): number {
  const { values, scale, threshold } = loaded()
  let score = 0
  for (const [hash, value] of features) score += (values[hash] ?? 0) * value
  return score * scale - threshold
}

/** Returns the most likely family of a poisoned statement. */
export function familyOf(features: Features): PoisoningFamily {
  const { families } = loaded()
  let best = Number.NEGATIVE_INFINITY
  let likeliest: PoisoningFamily = "instruction-override"
  POISONING_FAMILIES.forEach((family, index) => {
    let score = 0
    for (const [hash, value] of features)
      score += (families[index * FAMILY_SLOTS + (hash % FAMILY_SLOTS)] ?? 0) * value
    if (score > best) {
      best = score
      likeliest = family
    }
  })
  return likeliest
}

interface Loaded {
  /** By hash. */
  readonly values: Int8Array
  readonly families: Int8Array
  readonly scale: number
  readonly threshold: number
}

let known: Loaded | null = null
const loaded = (): Loaded => (known ??= load(weights))

function load({ hashes, values, families, scale, threshold }: StoredWeights): Loaded {
  const bytes = bytesOf(hashes)
  const signed = new Int8Array(bytesOf(values).buffer)
  const byHash = new Int8Array(FEATURE_HASHES)
  let count = 0
  let hash = 0
  let step = 0
  let shift = 0
  for (const byte of bytes) {
    step |= (byte & 0x7f) << shift
    shift += 7
    if (byte >= 0x80) continue
    hash += step
    byHash[hash] = signed[count] ?? 0
    count += 1
    step = 0
    shift = 0
  }
  return { values: byHash, families: new Int8Array(bytesOf(families).buffer), scale, threshold }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
