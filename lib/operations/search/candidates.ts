import {
  RANKED,
  type PageEnd,
  type Ranking,
  rankMatches,
  type FacetRow,
  rankPartialMatches,
  facetsOfEntries,
} from "@/lib/db/search/search-ranking"
import { isExactQuery, fuseRankings, type FusedHit } from "@/lib/memory/search/hybrid-ranking"
import { searchQuery, type SearchQuery } from "@/lib/memory/search/search-text"
import { whyByWords, vectorOf } from "../search-index/query-vector"
import type { ParsedSearch, SearchPlace } from "./parse-search"
import { nearestEntries } from "@/lib/db/search/vectors"
import { lookUpTerms } from "@/lib/memory/similarity/look-up"
import { termsToMark } from "@/lib/memory/search/search-box"
import { groupBy } from "@/lib/memory/text/aggregates"
import { plainText, runsOf } from "@/lib/memory/text/plain-words"
import { correctSpelling } from "./spelling-correction"

/**
 * Maximum number of entries found by meaning. Entries that are less similar than the best one by more than
 * `LESS_LIKE` are left out, because unrelated entries are as similar as these.
 */
const TAKEN = 30
const LESS_LIKE = 0.2

/**
 * Returns the entries of all places whose meaning is similar to the query, best first. A string: the reason
 * why they are not known. Phrases and excluded words of the query apply here, too.
 */
async function candidatesByMeaning(
  { words, places }: ParsedSearch,
  query: SearchQuery,
): Promise<{ readonly teamId: string; readonly id: string }[] | string> {
  const vector = await vectorOf(words.replaceAll(UNWANTED, " ").replaceAll(MARKS, " "))
  if (vector === null) return []
  if (typeof vector === "string") return vector
  const must = [
    ...query.phrases.map((phrase) => searchQuery(`"${phrase}"`).tsquery),
    ...(query.unwanted === "" ? [] : [`!(${query.unwanted})`]),
  ].join(" & ")
  const found = await Promise.all(
    places.map(async ({ teamId, visible, filter }) =>
      (await nearestEntries(visible, vector.model, vector.vector, { filter, must, take: TAKEN })).map(
        (near) => ({ ...near, teamId }),
      ),
    ),
  )
  const all = found.flat().toSorted((a, b) => b.likeness - a.likeness)
  const likest = all[0]?.likeness ?? 0
  return all.slice(0, TAKEN).filter((near) => near.likeness >= likest - LESS_LIKE)
}

/** Matches excluded words and phrases, which only the search by words supports. */
const UNWANTED = /(?<!\S)-(?:"[^"]*(?:"|$)|\S+)/g
const MARKS = /"|\*(?!\S)/g

export const MODES = ["words", "hybrid"] as const
export type Mode = (typeof MODES)[number]

export type FoundCandidate = Candidate & Pick<FusedHit, "found">

export interface SearchResult extends Omit<CandidatesByWords, "ranked"> {
  readonly ranked: readonly FoundCandidate[]
  /** Mode that was used. */
  readonly mode: Mode
  /** Reason why the search did not use the requested mode, or null. */
  readonly note: string | null
}

/**
 * Searches by words, and by meaning if an embedder is configured. The result contains all entries with the
 * words. The total and the facets also count entries found by meaning.
 */
export async function candidates(
  asked: ParsedSearch,
  page: PageAsked,
  mode: Mode | undefined,
): Promise<SearchResult> {
  const why = whyByWords()
  if (mode === "words" || page.exact || asked.words === "" || why !== null)
    return byWords(await candidatesByWords(asked, page), mode === "hybrid" ? why : null)
  const query = searchQuery(asked.words)
  const [words, meaning] = await Promise.all([
    candidatesByWords(asked, { ...page, after: null, take: RANKED }),
    candidatesByMeaning(asked, query),
  ])
  if (typeof meaning === "string")
    return byWords(
      page.after === null
        ? { ...words, ranked: words.ranked.slice(0, page.take) }
        : await candidatesByWords(asked, page),
      meaning,
    )
  const teams = new Map([...words.ranked, ...meaning].map(({ id, teamId }) => [id, teamId]))
  const fused = fuseRankings({
    words: words.ranked.map(({ id }) => id),
    meaning: meaning.map(({ id }) => id),
    exact: isExactQuery(query) && !words.loosened,
  })
  const ranked = fused.map((one) => ({ ...one, teamId: teams.get(one.id) as string }))
  const besides = ranked.filter(({ found }) => found === "meaning")
  return {
    ...words,
    ...(page.facets ? await withFacetsOf(asked, words, besides) : {}),
    ranked: pageOf(ranked, page),
    total: words.total + besides.length,
    mode: "hybrid",
    note: null,
  }
}

/** Returns the facets and team totals of a search by words, increased by entries found by meaning only. */
async function withFacetsOf(
  asked: ParsedSearch,
  words: CandidatesByWords,
  besides: readonly FoundCandidate[],
): Promise<Pick<CandidatesByWords, "facets" | "totals">> {
  const added = await Promise.all(
    [...groupBy(besides, ({ teamId }) => teamId)].flatMap(([teamId, some]) => {
      const place = placeOf(asked, teamId)
      return place === undefined ? [] : [facetsIn(place, some)]
    }),
  )
  return {
    facets: [...words.facets, ...added.flatMap(({ facets }) => facets)],
    totals: totalsOf([...words.totals, ...added.map(({ team, count }) => [team, count] as const)]),
  }
}

async function facetsIn({ team, visible }: SearchPlace, some: readonly FoundCandidate[]) {
  const facets = await facetsOfEntries(
    visible,
    some.map(({ id }) => id),
  )
  return { team, count: some.length, facets: facets.map((facet) => ({ ...facet, team })) }
}

const byWords = (words: CandidatesByWords, why: string | null): SearchResult => ({
  ...words,
  ranked: words.ranked.map((one) => ({ ...one, found: "words" })),
  mode: "words",
  note: why === null ? null : `keyword matches only: ${why}`,
})

function pageOf(ranked: readonly FoundCandidate[], { after, take }: PageAsked): FoundCandidate[] {
  const from = after === null ? 0 : ranked.findIndex(({ score }) => score < after.score)
  return from < 0 ? [] : ranked.slice(from, from + take)
}

/** An entry with its rank in a search. */
interface Candidate {
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

interface PageAsked {
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
async function candidatesByWords(asked: ParsedSearch, page: PageAsked): Promise<CandidatesByWords> {
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
