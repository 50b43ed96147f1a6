import { termRanges } from "./mark-terms"

/** From and to, in UTF-16 units of the text; the latter is not in it. */
export type Highlight = readonly [from: number, to: number]

/** Where a text says what was searched: in its order, none within or next to another. Terms as `markTerms` takes them. */
export function highlightsOf(text: string, terms: readonly string[]): Highlight[] {
  const joined: [number, number][] = []
  for (const { start, end } of termRanges(text, terms)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
