import type { Word } from "../similarity/statement-words"
import data from "./data/word-vectors.json" with { type: "json" }

/** Number of dimensions of a word vector. */
export const DIMENSIONS: number = data.dimensions

const places = new Map(data.words.split(" ").map((word, place) => [word, place] as const))
const bytes = Buffer.from(data.vectors, "base64")
const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const newVector = (): Float32Array => new Float32Array(DIMENSIONS)

/**
 * Returns the index of a word in the table, by its stem or else its spelling; -1 if the word is not listed.
 */
const placeOf = ({ stem, shown, kind }: Pick<Word, "stem" | "shown" | "kind">): number =>
  kind === "word" ? (places.get(stem) ?? places.get(shown) ?? -1) : -1

/** True if a word is one of the common words that have vectors. */
export const isCommon = (word: Word): boolean => placeOf(word) >= 0

/** Adds the vector of a word to `sum`, multiplied by a weight. Does nothing for a word that is not listed. */
export function addVector(sum: Float32Array, word: Word, weight: number): void {
  const place = placeOf(word)
  if (place < 0 || weight === 0) return
  const from = place * DIMENSIONS
  for (let at = 0; at < DIMENSIONS; at += 1)
    sum[at] = (sum[at] ?? 0) + ((values[from + at] ?? 0) * weight) / 127
}

/** Returns the similarity of two words in meaning, -1 to 1. Returns 0 if either word is not listed. */
export function nearness(left: Word, right: Word): number {
  const [one, other] = [placeOf(left), placeOf(right)]
  if (one < 0 || other < 0) return 0
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at += 1)
    sum += (values[one * DIMENSIONS + at] ?? 0) * (values[other * DIMENSIONS + at] ?? 0)
  return sum / (127 * 127)
}

export function cosine(left: Float32Array, right: Float32Array): number {
  let [dot, one, other] = [0, 0, 0]
  for (let at = 0; at < DIMENSIONS; at += 1) {
    const [a, b] = [left[at] ?? 0, right[at] ?? 0]
    dot += a * b
    one += a * a
    other += b * b
  }
  return one === 0 || other === 0 ? 0 : dot / Math.sqrt(one * other)
}
