import type { StoredWeights } from "@/lib/memory/poisoning/model"

/** Weights below this share of the largest are left out. */
const NEGLIGIBLE = 11 / 127

/** Packs weights into bytes for `model.ts`. */
export function storedWeights(
  weights: Float32Array,
  families: Float32Array,
  threshold: number,
): StoredWeights {
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
