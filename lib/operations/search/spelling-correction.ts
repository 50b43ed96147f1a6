import { ANY_VALUE, type SearchFilter } from "@/lib/db/search/filter"
import { rankMatches } from "@/lib/db/search/search-ranking"
import { unknownWords, wordsLike } from "@/lib/db/search/vocabulary"
import { isSpelled, nearestWords } from "@/lib/memory/search/spelling"
import { plainWords } from "@/lib/memory/search/search-text"
import type { ParsedSearch, SearchPlace } from "./parse-search"

/**
 * Number of nearest words that are tried, and maximum number of entries counted for each. Both suffice to
 * distinguish a word from another misspelling.
 */
const [TRIED, COUNTED] = [4, 200]
/** Number of words that are tried if the actor may not see some of them. */
const TRIED_WHERE_BOUND = 24

/**
 * Returns the query with each unknown word replaced by the nearest known word. Of equally near words, the
 * most frequent one is used. Null if no word is unknown or has a replacement. Words are counted only in
 * memory that the actor may search, so words that the actor may not see are never suggested.
 */
export async function correctSpelling(asked: ParsedSearch): Promise<string | null> {
  const teams = asked.places.map(({ visible }) => visible)
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
  // The last word is replaced first, so that the positions of the others stay valid.
  for (const { word, start, end } of typed.toReversed()) {
    if (!unknown.has(word)) continue
    const better = await commonest(
      asked,
      nearestWords(word, await wordsLike(teams, word)).slice(
        0,
        asked.places.some(({ visible }) => visible.bound) ? TRIED_WHERE_BOUND : TRIED,
      ),
    )
    if (better !== null) words = words.slice(0, start) + better + words.slice(end)
  }
  return words === asked.words ? null : words
}

/**
 * Returns the words that occur in no entry that the actor may see. Empty if the actor is not bound to a
 * project.
 */
async function wordsOfOthers({ places, today }: ParsedSearch, words: readonly string[]): Promise<string[]> {
  if (places.every(({ visible }) => !visible.bound)) return []
  const stands = async (word: string) => {
    const found = await Promise.all(
      places.map((place) =>
        rankMatches(place.visible, `'${word}'`, {
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
  agents: ANY_VALUE,
  types: ANY_VALUE,
  categories: ANY_VALUE,
  formats: ANY_VALUE,
  before: null,
  after: null,
  stale: null,
  retired: null,
  verified: null,
  section: null,
})

async function commonest(
  asked: ParsedSearch,
  near: readonly { readonly word: string; readonly slips: number }[],
): Promise<string | null> {
  const counted = await Promise.all(
    near.map(async ({ word, slips }) => {
      const counts = await Promise.all(
        asked.places.map((place) =>
          rankMatches(place.visible, `'${word}'`, {
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
