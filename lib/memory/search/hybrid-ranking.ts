import { plainText, runsOf } from "../text/plain-words"
import type { SearchQuery } from "./search-text"

/** Ids of hits by keyword (`words`) and by meaning, best first. */
export interface Rankings {
  readonly words: readonly string[]
  readonly meaning: readonly string[]
  /** True if the query asks for exact text. Keyword hits then come before all others. */
  readonly exact: boolean
}

export interface FusedHit {
  readonly id: string
  /** Reciprocal of the position in the result: 1 for the best hit. */
  readonly score: number
  readonly found: "words" | "meaning" | "both"
}

/**
 * Merges hits by keyword and by meaning with reciprocal rank fusion: 1 / (RANK + position). `RANK` was tuned
 * on one half of tests/fixtures/search-questions.json.
 */
export function fuseRankings({ words, meaning, exact }: Rankings): FusedHit[] {
  const told = new Map<string, number>()
  for (const ranking of exact ? [words] : [words, meaning])
    for (const [place, id] of ranking.entries()) told.set(id, (told.get(id) ?? 0) + 1 / (RANK + place + 1))
  const order = [...told].toSorted((a, b) => b[1] - a[1]).map(([id]) => id)
  const [ofWords, ofMeaning] = [new Set(words), new Set(meaning)]
  const all = exact ? [...order, ...meaning.filter((id) => !ofWords.has(id))] : order
  const foundBy = (id: string): FusedHit["found"] => {
    if (!ofWords.has(id)) return "meaning"
    return ofMeaning.has(id) ? "both" : "words"
  }
  return all.map((id, place) => ({ id, score: 1 / (place + 1), found: foundBy(id) }))
}

const RANK = 20

/** True if a query asks for exact text: a phrase, a single word, or a name like `fooBar`, `foo_bar`, `a/b.ts` or `v2`. */
export function isExactQuery({ terms, phrases }: Pick<SearchQuery, "terms" | "phrases">): boolean {
  return phrases.length > 0 || terms.length <= 1 || terms.some((term) => isName(term))
}

/** True for a term with a letter next to a digit, or with a separator other than a hyphen inside. */
function isName(term: string): boolean {
  const runs = [...runsOf(plainText(term))]
  return (
    /[_./\\#:@]/.test(term.slice(1, -1)) ||
    runs.some((run) => !run.unspaced && /\p{L}\p{N}|\p{N}\p{L}/u.test(run.text))
  )
}
