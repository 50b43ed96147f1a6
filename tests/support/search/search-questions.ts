import { readFileSync } from "node:fs"
import { join } from "node:path"

/** One of tests/fixtures/search-questions.json: written from the files, before any search had answered it. Only the half "tune" was looked at for tuning. */
export interface SearchQuestion {
  readonly set: "tune" | "held"
  readonly kind: "question" | "keywords" | "paraphrase" | "identifier" | "language" | "misspelt"
  readonly query: string
  /** Any of them answers it: the memory file below shared/corpus, and words that stand in the entry. */
  readonly answers: readonly { readonly path: string; readonly part: string }[]
}

export const readQuestions = (): SearchQuestion[] =>
  JSON.parse(readFileSync(join("tests", "fixtures", "search-questions.json"), "utf8")) as SearchQuestion[]

/** Where the first answer stands among hits, from 0; -1: nowhere. */
export function placeOf(
  { answers }: SearchQuestion,
  hits: readonly { readonly path: string; readonly text: string }[],
): number {
  return hits.findIndex((hit) =>
    answers.some(({ path, part }) => hit.path === path && hit.text.includes(part)),
  )
}

/** The share of questions answered among the first five, and the mean of 1 / place among the first ten. */
export function scoreOf(places: readonly number[]): { readonly recall: number; readonly rank: number } {
  const mean = (of: (place: number) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / Math.max(1, places.length)
  return {
    recall: mean((place) => Number(place >= 0 && place < 5)),
    rank: mean((place) => (place >= 0 && place < 10 ? 1 / (place + 1) : 0)),
  }
}
