import { plainText, termsOf } from "../text/plain-words"

/** The data for comparing two texts, built once for each text. */
export interface Profile {
  readonly terms: ReadonlySet<string>
  readonly trigrams: ReadonlySet<string>
}

/** Maximum number of characters to compare. Longer texts are compared by their beginning. */
const COMPARED_CHARACTERS = 4000

export function profileOf(text: string): Profile {
  const head = text.slice(0, COMPARED_CHARACTERS)
  return { terms: new Set(termsOf(head)), trigrams: trigramsOf(head) }
}

/**
 * Returns the similarity of two texts, 0–1: the higher of shared words and shared trigrams (Dice), so that neither word order nor spelling
 * hides a match. Texts with the same words score 1. Texts without words score 0.
 */
export function similarityOf(left: Profile, right: Profile): number {
  return Math.max(dice(left.terms, right.terms), dice(left.trigrams, right.trigrams))
}

export const similarity = (left: string, right: string): number =>
  similarityOf(profileOf(left), profileOf(right))

function dice(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left]
  if (small.size === 0) return 0
  let shared = 0
  for (const one of small) if (large.has(one)) shared++
  return (2 * shared) / (left.size + right.size)
}

function trigramsOf(text: string): Set<string> {
  const padded = `  ${plainText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim()} `
  const trigrams = new Set<string>()
  if (padded.length === 3) return trigrams
  for (let at = 0; at + 3 <= padded.length; at++) trigrams.add(padded.slice(at, at + 3))
  return trigrams
}
