/** A vector of length 1 with one byte per dimension. The original vector is about `bytes × scale`. */
export interface Quantised {
  readonly bytes: Int8Array
  readonly scale: number
}

/** Returns a vector scaled to length 1. A zero vector stays zero. */
export function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((part) => part / length)
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>, from = 0): number {
  let sum = 0
  for (let at = 0; at < other.length; at += 1) sum += (one[from + at] as number) * (other[at] as number)
  return sum
}

export function quantise(vector: Float32Array): Quantised {
  let most = 0
  for (const part of vector) most = Math.max(most, Math.abs(part))
  const scale = most / 127 || 1
  const bytes = new Int8Array(vector.length) // A loop, because Int8Array.from takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.round((vector[at] as number) / scale)
  return { bytes, scale }
}

export const dequantise = ({ bytes, scale }: Quantised): Float32Array =>
  Float32Array.from(bytes, (part) => part * scale)

/**
 * Returns one bit per dimension in PostgreSQL's notation: 1 above the mean. The number of different bits of two vectors estimates their
 * distance, and the database can count it.
 */
export function signatureOf(vector: Float32Array, middle: Float32Array | null): string {
  let bits = ""
  for (let at = 0; at < vector.length; at += 1)
    bits += (vector[at] as number) > (middle?.[at] ?? 0) ? "1" : "0"
  return bits
}
