/** Ids, best first. */
export interface Rankings {
  readonly words: readonly string[]
  readonly meaning: readonly string[]
  /** Something was asked for as it is written: whatever says it comes before what only means the like. */
  readonly exact: boolean
}

export interface Fused {
  readonly id: string
  /** 1 for the best, falling from one to the next. */
  readonly score: number
  readonly found: "words" | "meaning" | "both"
}

/**
 * Puts what has the words and what means the like into one order, by reciprocal rank: a place among the words tells 1 / (RANK + place), a place by
 * meaning MEANING / (RANK + place). Both numbers were tuned on one half of tests/fixtures/search-questions.json.
 */
export function fuse({ words, meaning, exact }: Rankings): Fused[] {
  const told = new Map(words.map((id, place) => [id, 1 / (RANK + place + 1)]))
  if (!exact)
    for (const [place, id] of meaning.entries())
      told.set(id, (told.get(id) ?? 0) + MEANING / (RANK + place + 1))
  const order = [...told].toSorted((a, b) => b[1] - a[1]).map(([id]) => id)
  const [ofWords, ofMeaning] = [new Set(words), new Set(meaning)]
  const all = exact ? [...order, ...meaning.filter((id) => !ofWords.has(id))] : order
  return all.map((id, place) => ({
    id,
    score: 1 / (place + 1),
    found: ofWords.has(id) ? (ofMeaning.has(id) ? "both" : "words") : "meaning",
  }))
}

const RANK = 2
const MEANING = 0.6
