import type { FacetRow } from "@/lib/db/search/facets"
import { rankClose } from "@/lib/db/search/close"
import { type PageEnd, RANKED, type Ranking, rankMatches } from "@/lib/db/search/ranked"
import { lookUpTerms } from "@/lib/memory/similarity/look-up"
import { termsToMark } from "@/lib/memory/search/search-box"
import { type SearchQuery, searchQuery } from "@/lib/memory/search/search-text"
import { plainText, runsOf } from "@/lib/memory/text/plain-words"
import type { AskedSearch, SearchPlace } from "./asked"
import { corrected } from "./correct"

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
  /** The words that were searched instead, as what was typed is in no entry. */
  readonly corrected: string | null
  /** No entry has all of the words: these have some. */
  readonly loosened: boolean
}

export interface PageAsked {
  readonly take: number
  /** Where the page before ended; null for the first. */
  readonly after: PageEnd | null
  readonly facets: boolean
  /** Nothing instead of the words. */
  readonly exact: boolean
}

/**
 * The entries that have the words, ranked, from every place together. Where none has them all: those that have them with what is misspelt
 * put right; where there are none either, those that have the most telling ones.
 */
export async function candidatesByWords(asked: AskedSearch, page: PageAsked): Promise<CandidatesByWords> {
  const found = await candidatesWith(asked, page)
  if (found.total > 0 || page.exact || found.query.terms.length === 0) return found
  const better = await corrected(asked)
  const again =
    better === null
      ? found
      : { ...(await candidatesWith({ ...asked, words: better }, page)), corrected: better }
  if (again.total > 0) return again
  // In a whole sentence a word that no entry has is rather another word than a slip.
  return found.query.terms.length > FEW_WORDS
    ? closeCandidates(asked, found, page)
    : closeCandidates({ ...asked, words: better ?? asked.words }, again, page)
}

const FEW_WORDS = 3

async function candidatesWith(
  { words, narrowed, places, today }: AskedSearch,
  page: PageAsked,
): Promise<CandidatesByWords> {
  const query = searchQuery(words, { inflected: !page.exact })
  const nothing = query.tsquery === "" && (words !== "" || !narrowed)
  const rankings = nothing
    ? []
    : await Promise.all(
        places.map(async (place) => ({
          place,
          ...(await rankMatches(place.teamId, query.tsquery, { filter: place.filter, today, ...page })),
        })),
      )
  return { ...together(rankings, page), searched: words, query, corrected: null, loosened: false }
}

/** What has some of several words, or much of a sentence without spaces; nothing for a single word, or where a phrase is asked for. */
async function closeCandidates(
  asked: AskedSearch,
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
      ...(await rankClose(place.teamId, words, query.unwanted, {
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

/** The words to mark in what was found; a beginning has a star. Of entries that have some of the words, whatever form they have. */
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

/** Ids as the database compares them. */
const byScore = (one: Candidate, other: Candidate): number =>
  other.score - one.score || (one.id < other.id ? 1 : -1)

export const placeOf = (asked: AskedSearch, teamId: string): SearchPlace | undefined =>
  asked.places.find((place) => place.teamId === teamId)
