import { RANKED } from "@/lib/db/search/ranked"
import { asksExactly } from "@/lib/memory/search/exact"
import { type Fused, fuse } from "@/lib/memory/search/fusion"
import { searchQuery } from "@/lib/memory/search/search-text"
import { whyByWords } from "../search-index/query-vector"
import type { ParsedSearch } from "./parse-search"
import { candidatesByMeaning } from "./meaning"
import { type Candidate, type CandidatesByWords, candidatesByWords, type PageAsked } from "./word-forms"

export const MODES = ["words", "hybrid"] as const
export type Mode = (typeof MODES)[number]

export type FoundCandidate = Candidate & Pick<Fused, "found">

export interface SearchResult extends Omit<CandidatesByWords, "ranked"> {
  readonly ranked: readonly FoundCandidate[]
  /** The mode in which the search was done. */
  readonly mode: Mode
  /** Why the search was not done in the requested mode. */
  readonly note: string | null
}

/**
 * Searches by words and, where an embedder is configured, by meaning. All entries with the words stay in the
 * result. Facets count only these; the total also counts what was found by meaning.
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
  const fused = fuse({
    words: words.ranked.map(({ id }) => id),
    meaning: meaning.map(({ id }) => id),
    exact: asksExactly(query) && !words.loosened,
  })
  const ranked = fused.map((one) => ({ ...one, teamId: teams.get(one.id) as string }))
  const besides = ranked.filter(({ found }) => found === "meaning").length
  return { ...words, ranked: pageOf(ranked, page), total: words.total + besides, mode: "hybrid", note: null }
}

const byWords = (words: CandidatesByWords, why: string | null): SearchResult => ({
  ...words,
  ranked: words.ranked.map((one) => ({ ...one, found: "words" })),
  mode: "words",
  note: why === null ? null : `matched words only: ${why}`,
})

function pageOf(ranked: readonly FoundCandidate[], { after, take }: PageAsked): FoundCandidate[] {
  const from = after === null ? 0 : ranked.findIndex(({ score }) => score < after.score)
  return from < 0 ? [] : ranked.slice(from, from + take)
}
