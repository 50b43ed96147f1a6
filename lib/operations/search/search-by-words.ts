import type { FacetRow } from "@/lib/db/search/facets"
import { rankPartialMatches } from "@/lib/db/search/partial-matches"
import { type PageEnd, RANKED, type Ranking, rankMatches } from "@/lib/db/search/search-ranking"
import { lookUpTerms } from "@/lib/memory/similarity/look-up"
import { termsToMark } from "@/lib/memory/search/search-box"
import { type SearchQuery, searchQuery } from "@/lib/memory/search/search-text"
import { plainText, runsOf } from "@/lib/memory/text/plain-words"
import type { ParsedSearch, SearchPlace } from "./parse-search"
import { correctSpelling } from "./spelling-correction"

/** An entry with its rank in a search. */
export interface Candidate {
  readonly teamId: string
  readonly id: string
  readonly score: number
}

export interface CandidatesByWords {
  /** Best first. */
  readonly ranked: readonly Candidate[]
  /** Number of all matches. A lower bound if `capped` is true. */
  readonly total: number
  readonly capped: boolean
  /** Counts of facet values by team. */
  readonly facets: readonly (FacetRow & { readonly team: string })[]
  readonly totals: ReadonlyMap<string, number>
  /** Text that the final search used. */
  readonly searched: string
  readonly query: SearchQuery
  /** Corrected text, if no entry has the typed words. Else null. */
  readonly corrected: string | null
  /** True if no entry has all words, and the search accepted entries with some of them. */
  readonly loosened: boolean
}

export interface PageAsked {
  readonly take: number
  /** End of the previous page. Null for the first page. */
  readonly after: PageEnd | null
  readonly facets: boolean
  /** True if the words are searched exactly as typed, without a correction. */
  readonly exact: boolean
}

/**
 * Returns the entries of all places that have the words, ranked together. If no entry has all words, searches
 * for the corrected words. If that finds nothing either, returns the entries with most of the significant
 * words.
 */
export async function candidatesByWords(asked: ParsedSearch, page: PageAsked): Promise<CandidatesByWords> {
  const found = await candidatesWith(asked, page)
  if (found.total > 0 || page.exact || found.query.terms.length === 0) return found
  const better = await correctSpelling(asked)
  const again =
    better === null
      ? found
      : { ...(await candidatesWith({ ...asked, words: better }, page)), corrected: better }
  if (again.total > 0) return again
  // An unknown word in a whole sentence is probably a different word and not a misspelling.
  return found.query.terms.length > FEW_WORDS
    ? closeCandidates(asked, found, page)
    : closeCandidates({ ...asked, words: better ?? asked.words }, again, page)
}

const FEW_WORDS = 3

async function candidatesWith(
  { words, narrowed, places, today }: ParsedSearch,
  page: PageAsked,
): Promise<CandidatesByWords> {
  const query = searchQuery(words, { inflected: !page.exact })
  const nothing = query.tsquery === "" && (words !== "" || !narrowed)
  const rankings = nothing
    ? []
    : await Promise.all(
        places.map(async (place) => ({
          place,
          ...(await rankMatches(place.visible, query.tsquery, { filter: place.filter, today, ...page })),
        })),
      )
  return { ...together(rankings, page), searched: words, query, corrected: null, loosened: false }
}

/**
 * Returns entries that have some of several words, or much of a sentence without spaces. Returns `found` for
 * a single word, and if the query has a phrase.
 */
async function closeCandidates(
  asked: ParsedSearch,
  found: CandidatesByWords,
  page: PageAsked,
): Promise<CandidatesByWords> {
  const { query } = found
  const sentence = Array.from(runsOf(plainText(asked.words))).some(
    (run) => run.unspaced && run.terms.length > FEW_WORDS,
  )
  if ((query.terms.length < 2 && !sentence) || query.phrases.length > 0) return found
  const words = query.terms.join(" ")
  const rankings = await Promise.all(
    asked.places.map(async (place) => ({
      place,
      ...(await rankPartialMatches(place.visible, words, query.unwanted, {
        filter: place.filter,
        today: asked.today,
        ...page,
      })),
    })),
  )
  const close = together(rankings, page)
  return close.total === 0 ? found : { ...found, ...close, loosened: true }
}

function together(
  rankings: readonly (Ranking & { readonly place: SearchPlace })[],
  page: PageAsked,
): Pick<CandidatesByWords, "ranked" | "total" | "capped" | "facets" | "totals"> {
  const ranked = rankings
    .flatMap(({ place, ranked: some }) => some.map((one) => ({ ...one, teamId: place.teamId })))
    .toSorted(byScore)
  return {
    ranked: ranked.slice(0, page.take),
    total: rankings.reduce((sum, one) => sum + one.total, 0),
    capped: rankings.some((one) => one.total >= RANKED),
    facets: rankings.flatMap(({ place, facets }) => facets.map((facet) => ({ ...facet, team: place.team }))),
    totals: totalsOf(rankings.map(({ place, total }) => [place.team, total])),
  }
}

function totalsOf(counts: readonly (readonly [team: string, total: number])[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const [team, total] of counts) totals.set(team, (totals.get(team) ?? 0) + total)
  return totals
}

/**
 * Returns the words to highlight in the hits. A star marks a prefix. For a loosened search, all forms of the
 * words are highlighted.
 */
export function termsOf({
  query,
  searched,
  loosened,
}: Pick<CandidatesByWords, "query" | "searched" | "loosened">): string[] {
  if (loosened)
    return lookUpTerms(query.terms.join(" ")).flatMap(({ beginnings, open }) =>
      beginnings.map((one) => (open ? `${one}*` : one)),
    )
  return termsToMark([...query.terms, ...query.forms, ...query.phrases], searched)
}

/** Sorts by score, highest first, and then by id, as the database does. */
const byScore = (one: Candidate, other: Candidate): number =>
  other.score - one.score || (one.id < other.id ? 1 : -1)

/** Returns the first place of a search that is in this team, or undefined. */
export const placeOf = (asked: ParsedSearch, teamId: string): SearchPlace | undefined =>
  asked.places.find((place) => place.teamId === teamId)
