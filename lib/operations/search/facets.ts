import { MAX_FACET_VALUES } from "@/lib/db/search/facets"
import { type Facet, FACETS } from "@/lib/memory/search/search-box"
import type { CandidatesByWords } from "./search-by-words"

export type FacetCounts = Record<Facet, { value: string; count: number }[]>

/** Returns the most frequent values of each facet with their counts in all teams. */
export function facetsOf({ facets, totals }: Pick<CandidatesByWords, "facets" | "totals">): FacetCounts {
  const counts = new Map(FACETS.map((facet) => [facet, new Map<string, number>()]))
  const add = (facet: Facet, value: string, count: number) =>
    counts.get(facet)?.set(value, (counts.get(facet)?.get(value) ?? 0) + count)
  for (const { facet, value, count } of facets) add(facet, value, count)
  for (const [team, total] of totals) if (total > 0) add("team", team, total)
  const listed = (facet: Facet) =>
    [...(counts.get(facet) ?? [])]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_FACET_VALUES)
  return Object.fromEntries(FACETS.map((facet) => [facet, listed(facet)])) as FacetCounts
}
