import type { FacetRow } from "@/lib/db/search/facets"
import { type PageEnd, RANKED, rankMatches } from "@/lib/db/search/ranked"
import { type SearchQuery, searchQuery } from "@/lib/memory/search-text"
import type { AskedSearch, SearchPlace } from "./asked"

/** An entry as a search ranks it: which, and how well it answers. */
export interface Candidate {
  readonly teamId: string
  readonly id: string
  readonly score: number
}

export interface CandidatesByWords {
  /** Best first. */
  readonly ranked: readonly Candidate[]
  /** All matches; at least so many where `capped`. */
  readonly total: number
  readonly capped: boolean
  /** By team. */
  readonly facets: readonly (FacetRow & { readonly team: string })[]
  readonly totals: ReadonlyMap<string, number>
  /** What was searched in the end. */
  readonly searched: string
  readonly query: SearchQuery
}

export interface PageAsked {
  readonly take: number
  /** Where the page before ended; null for the first. */
  readonly after: PageEnd | null
  readonly facets: boolean
}

/** The entries that have the words, ranked, from every place together. */
export async function candidatesByWords({ words, narrowed, places, today }: AskedSearch, page: PageAsked): Promise<CandidatesByWords> {
  const query = searchQuery(words)
  const nothing = query.tsquery === "" && (words !== "" || !narrowed)
  const rankings = nothing ? [] : await Promise.all(places.map(async (place) => ({ place, ...(await rankMatches(place.teamId, query.tsquery, { filter: place.filter, today, ...page })) })))
  const ranked = rankings.flatMap(({ place, ranked: some }) => some.map((one) => ({ ...one, teamId: place.teamId }))).toSorted(byScore)
  return {
    ranked: ranked.slice(0, page.take),
    total: rankings.reduce((sum, one) => sum + one.total, 0),
    capped: rankings.some((one) => one.total >= RANKED),
    facets: rankings.flatMap(({ place, facets }) => facets.map((facet) => ({ ...facet, team: place.team }))),
    totals: new Map(rankings.map(({ place, total }) => [place.team, total])),
    searched: words,
    query,
  }
}

/** Ids as the database compares them. */
const byScore = (one: Candidate, other: Candidate): number => other.score - one.score || (one.id < other.id ? 1 : -1)

export const placeOf = (asked: AskedSearch, teamId: string): SearchPlace | undefined => asked.places.find((place) => place.teamId === teamId)
