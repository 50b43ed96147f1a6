import { nearestEntries } from "@/lib/db/search/vectors"
import { type SearchQuery, searchQuery } from "@/lib/memory/search/search-text"
import { vectorOf } from "../search-index/query-vector"
import type { ParsedSearch } from "./parse-search"

/**
 * The largest number of entries found by meaning. Entries that are much less similar than the most similar
 * one are left out, because any other entry would match as well.
 */
const TAKEN = 30
const LESS_LIKE = 0.12

/**
 * Returns the entries of all places whose meaning is similar to the query, best first; or a string that says
 * why this is not known. Phrases and excluded words apply to them as to all others.
 */
export async function candidatesByMeaning(
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

/** Excluded words and phrases, which only the search by words understands. */
const UNWANTED = /(?<!\S)-(?:"[^"]*(?:"|$)|\S+)/g
const MARKS = /"|\*(?!\S)/g
