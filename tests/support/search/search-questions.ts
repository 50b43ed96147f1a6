import { readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * A question of tests/fixtures/search-questions.json, written from the files before any search was run. Only
 * the half "tune" was used for tuning.
 */
export interface SearchQuestion {
  readonly set: "tune" | "held"
  readonly kind: "question" | "keywords" | "paraphrase" | "identifier" | "language" | "misspelt"
  readonly query: string
  /** Accepted answers: a memory file below shared/corpus and a part of the entry's text. */
  readonly answers: readonly { readonly path: string; readonly part: string }[]
}

export const readQuestions = (): SearchQuestion[] =>
  JSON.parse(readFileSync(join("tests", "fixtures", "search-questions.json"), "utf8")) as SearchQuestion[]

/** Index of the first accepted answer among the hits; -1 if there is none. */
export function placeOf(
  { answers }: SearchQuestion,
  hits: readonly { readonly path: string; readonly text: string }[],
): number {
  return hits.findIndex((hit) =>
    answers.some(({ path, part }) => hit.path === path && hit.text.includes(part)),
  )
}

/** Recall among the first five hits and mean reciprocal rank among the first ten. */
export function scoreOf(places: readonly number[]): { readonly recall: number; readonly rank: number } {
  const mean = (of: (place: number) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / Math.max(1, places.length)
  return {
    recall: mean((place) => Number(place >= 0 && place < 5)),
    rank: mean((place) => (place >= 0 && place < 10 ? 1 / (place + 1) : 0)),
  }
}
