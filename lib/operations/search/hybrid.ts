import { RANKED } from "@/lib/db/search/search-ranking"
import { isExactQuery } from "@/lib/memory/search/exact"
import { fuseRankings, type FusedHit } from "@/lib/memory/search/fusion"
import { searchQuery, type SearchQuery } from "@/lib/memory/search/search-text"
import { whyByWords, vectorOf } from "../search-index/query-vector"
import type { ParsedSearch } from "./parse-search"
import { candidatesByWords, type Candidate, type CandidatesByWords, type PageAsked } from "./search-by-words"
import { nearestEntries } from "@/lib/db/search/vectors"

/**
 * Maximum number of entries found by meaning. Entries that are less similar than the best one by more than
 * `LESS_LIKE` are left out, because unrelated entries are as similar as these.
 */
const TAKEN = 30
const LESS_LIKE = 0.12

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
 * words. Facets count only these entries. The total also counts entries found by meaning.
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
  const besides = ranked.filter(({ found }) => found === "meaning").length
  return { ...words, ranked: pageOf(ranked, page), total: words.total + besides, mode: "hybrid", note: null }
}

const byWords = (words: CandidatesByWords, why: string | null): SearchResult => ({
  ...words,
  ranked: words.ranked.map((one) => ({ ...one, found: "words" })),
  mode: "words",
  note: why === null ? null : `only words were matched: ${why}`,
})

function pageOf(ranked: readonly FoundCandidate[], { after, take }: PageAsked): FoundCandidate[] {
  const from = after === null ? 0 : ranked.findIndex(({ score }) => score < after.score)
  return from < 0 ? [] : ranked.slice(from, from + take)
}
