import { nearestEntries } from "@/lib/db/search/vectors"
import { type SearchQuery, searchQuery } from "@/lib/memory/search/search-text"
import { vectorOf } from "../search-index/asked-vector"
import type { AskedSearch } from "./asked"

/** So many are told, and none that is much less like than the likest: the rest is as far off as anything. */
const TAKEN = 30
const LESS_LIKE = 0.12

/** The entries of all places that mean the like of what was asked, best first; a string: why that is not known. Phrases, and what is not to occur, hold for them as for all. */
export async function candidatesByMeaning(
  { words, places }: AskedSearch,
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
    places.map(async ({ teamId, filter }) =>
      (await nearestEntries(teamId, vector.model, vector.vector, { filter, must, take: TAKEN })).map(
        (near) => ({ ...near, teamId }),
      ),
    ),
  )
  const all = found.flat().toSorted((a, b) => b.likeness - a.likeness)
  const likest = all[0]?.likeness ?? 0
  return all.slice(0, TAKEN).filter((near) => near.likeness >= likest - LESS_LIKE)
}

/** What is not to occur, and what only a search by words knows. */
const UNWANTED = /(?<!\S)-(?:"[^"]*(?:"|$)|\S+)/g
const MARKS = /"|\*(?!\S)/g
