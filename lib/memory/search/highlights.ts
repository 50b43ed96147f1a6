import { termRanges } from "./mark-terms"

/** Start and end (exclusive) of a match, in UTF-16 units. */
export type Highlight = readonly [from: number, to: number]

/**
 * Returns the ranges of a text that match the terms of a search, in order, without overlap. `terms`: as for
 * `markTerms`.
 */
export function highlightsOf(text: string, terms: readonly string[]): Highlight[] {
  const joined: [number, number][] = []
  for (const { start, end } of termRanges(text, terms)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
