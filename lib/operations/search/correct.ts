import { ANY, type SearchFilter } from "@/lib/db/search/filter"
import { rankMatches } from "@/lib/db/search/ranked"
import { unknownWords, wordsLike } from "@/lib/db/memory-files/store-words"
import { isSpelled, nearestWords } from "@/lib/memory/search/spelling"
import { plainWords } from "@/lib/memory/search/search-text"
import type { AskedSearch, SearchPlace } from "./asked"

/** So many of the nearest words are tried, and so many entries with each are counted: enough to tell a word from another slip. */
const [TRIED, COUNTED] = [4, 200]
/** Where words are among them that must not be told apart from words that are not there. */
const TRIED_WHERE_BOUND = 24

/**
 * The words with those replaced that no entry has, by the nearest that some have, of equally near ones by the commonest. Null where there is nothing
 * to replace, or nothing to replace it by. What the actor may not see is never suggested: each is counted where one may look. Nor does it count as
 * a word that there is: whoever is bound to a project would learn what others say.
 */
export async function corrected(asked: AskedSearch): Promise<string | null> {
  const teams = asked.places.map((place) => place.teamId)
  const typed = plainWords(asked.words).filter(({ word }) => isSpelled(word))
  if (typed.length === 0 || teams.length === 0) return null
  const unknown = new Set([
    ...(await unknownWords(
      teams,
      typed.map(({ word }) => word),
    )),
    ...(await wordsOfOthers(
      asked,
      typed.map(({ word }) => word),
    )),
  ])
  let words = asked.words
  // From the end, so that places before stay where they are.
  for (const { word, start, end } of typed.toReversed()) {
    if (!unknown.has(word)) continue
    const better = await commonest(
      asked,
      nearestWords(word, await wordsLike(teams, word)).slice(
        0,
        asked.bound === null ? TRIED : TRIED_WHERE_BOUND,
      ),
    )
    if (better !== null) words = words.slice(0, start) + better + words.slice(end)
  }
  return words === asked.words ? null : words
}

/** Returns the words that occur in no entry that the bound actor may see. */
async function wordsOfOthers(
  { bound, places, today }: AskedSearch,
  words: readonly string[],
): Promise<string[]> {
  if (bound === null) return []
  const stands = async (word: string) => {
    const found = await Promise.all(
      places.map((place) =>
        rankMatches(place.teamId, `'${word}'`, {
          filter: everythingIn(place),
          today,
          take: 0,
          after: null,
          facets: false,
          most: 1,
        }),
      ),
    )
    return found.some((one) => one.total > 0)
  }
  const own = await Promise.all(words.map(stands))
  return words.filter((_, place) => !own[place])
}

/** Returns a filter for all memory that the actor may see in a place. */
const everythingIn = ({ filter, reach }: SearchPlace): SearchFilter => ({
  ...filter,
  ...reach,
  agents: ANY,
  types: ANY,
  categories: ANY,
  formats: ANY,
  before: null,
  after: null,
  stale: null,
  retired: null,
  verified: null,
  section: null,
})

async function commonest(
  asked: AskedSearch,
  near: readonly { readonly word: string; readonly slips: number }[],
): Promise<string | null> {
  const counted = await Promise.all(
    near.map(async ({ word, slips }) => {
      const counts = await Promise.all(
        asked.places.map((place) =>
          rankMatches(place.teamId, `'${word}'`, {
            filter: place.filter,
            today: asked.today,
            take: 0,
            after: null,
            facets: false,
            most: COUNTED,
          }),
        ),
      )
      return { word, slips, count: counts.reduce((sum, one) => sum + one.total, 0) }
    }),
  )
  const [best] = counted
    .filter((one) => one.count > 0)
    .toSorted((a, b) => a.slips - b.slips || b.count - a.count)
  return best?.word ?? null
}
