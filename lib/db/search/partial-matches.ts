import type { Visibility } from "@/lib/memory/teams/visibility"
import { planLookUp } from "@/lib/memory/similarity/look-up"
import { vocabularyOf } from "./vocabulary"
import { conditionsOf } from "./filter"
import { matchColumns } from "./match-columns"
import { type Ranking, type RankingQuery, ranked } from "./search-ranking"
import { Slots } from "./slots"

/** Maximum entries found by rare words or combinations, and by single words that are not too common. */
const [FOUND, FOUND_SINGLE] = [300, 150]
/** Number of rarest words that are combined. */
const TOGETHER = 5
/** Weight of a word that one of fifty entries has. */
const TELLING = Math.log(1 + 50)

/**
 * Ranks entries with some of the words in any inflection, those with the most significant words first. Used
 * for questions that no entry answers literally. `not`: tsquery of excluded words, or empty. The cost does
 * not grow with the number of entries.
 */
export async function rankPartialMatches(
  visible: Visibility,
  words: string,
  not: string,
  asked: RankingQuery,
): Promise<Ranking> {
  const plan = planLookUp(words, await vocabularyOf("entry"))
  if (plan === null) return NOTHING
  const slots = new Slots(visible.teamId)
  const where = await conditionsOf(visible, asked.filter, slots)
  const without = not === "" ? "" : `AND NOT e.search @@ ${slots.of(not, "tsquery")}`
  const queries = [
    { query: plan.rare, most: FOUND },
    ...severalOf(plan.ranking.map(({ tsquery }) => tsquery)).map((query) => ({ query, most: FOUND })),
    ...plan.single.map((query) => ({ query, most: FOUND_SINGLE })),
    ...plan.ranking
      .filter(({ weight }) => weight > TELLING)
      .slice(0, 2)
      .map(({ tsquery }) => ({ query: tsquery, most: FOUND_SINGLE })),
  ].filter(({ query }) => query !== "")
  if (queries.length === 0) return NOTHING
  const telling = plan.ranking
    .map(
      ({ tsquery, weight }) =>
        `CASE WHEN e.search @@ ${slots.of(tsquery, "tsquery")} THEN ${slots.of(weight, "float8")} ELSE 0 END`,
    )
    .join(" + ")
  // The relevance is between 0 and 1, so that entries with all words always precede entries with some.
  const all = plan.ranking.reduce((sum, { weight }) => sum + weight, 0)
  const columns = matchColumns(
    `(${telling || "0"}) / ${slots.of(Math.max(all, 1), "float8")} / (1 + sqrt(length(e.search)) / 12)`,
  )
  const arms = queries.map(
    ({ query, most }) =>
      `(SELECT ${columns} FROM entry e WHERE e.team_id = $1::uuid AND e.search @@ ${slots.of(query, "tsquery")} AND ${where} ${without} LIMIT ${most})`,
  )
  return ranked(`SELECT DISTINCT ON (id) * FROM (${arms.join(" UNION ALL ")}) found ORDER BY id`, {
    asked,
    slots,
  })
}

const NOTHING: Ranking = { ranked: [], total: 0, facets: [] }

/**
 * Returns tsqueries that combine the five rarest words: all of them, all but one, and any two of the three
 * rarest.
 */
function severalOf(rarest: readonly string[]): string[] {
  const some = rarest.slice(0, TOGETHER)
  const [first, second, third] = some
  const pairs = [
    [first, second],
    [first, third],
    [second, third],
  ].filter((two) => !two.includes(undefined)) as string[][]
  const without = some.length > 3 ? some.map((_, out) => some.filter((_word, at) => at !== out)) : []
  return [
    ...new Set(
      [some, ...without, ...pairs].filter((words) => words.length > 1).map((words) => words.join(" & ")),
    ),
  ]
}
