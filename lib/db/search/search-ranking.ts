import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, prepared } from "../infra/client"
import { vocabularyOf } from "./vocabulary"
import { conditionsOf, isOpen, type SearchFilter } from "./filter"
import { Slots } from "../infra/sql-fragments"
import { type Vocabulary, planLookUp } from "@/lib/memory/similarity/look-up"
import type { Facet } from "@/lib/memory/search/search-box"
import { dayOf, hasMark, recentMarks, stretchesOf } from "./marks"

/**
 * Returns SQL for at most `most` matching entries, the latest current ones first, among very many. The query
 * looks back in growing steps until it has enough entries. Each step uses the word index, which includes
 * dates, and later steps only run if needed. Conditions on the day remove entries of earlier steps, because
 * computing an entry's marks is slower than ranking it. `IS TRUE` prevents the use of other indexes.
 */
function latestFirst(
  columns: string,
  where: string,
  { today, most, slots }: { today: string; most: number; slots: Slots },
): string {
  const { lately, years } = recentMarks(today)
  const stated = (marks: readonly number[]) => {
    const { from, before } = stretchesOf(marks)
    return `(e.state <> 'retired' AND e.stated_on >= ${slots.of(dayOf(from), "date")} AND e.stated_on < ${slots.of(dayOf(before), "date")}) IS TRUE`
  }
  const [inMonths, inYears] = [stated(lately), stated(years)]
  const steps = [
    `${hasMark(lately, slots)} AND ${inMonths}`,
    `${hasMark(years, slots)} AND ${inYears} AND NOT (${inMonths})`,
    `NOT (${inYears}) AND NOT (${inMonths})`,
  ]
  return `${steps.map((step) => `(SELECT ${columns} FROM entry e WHERE ${where} AND ${step} LIMIT ${most})`).join("\n UNION ALL ")} LIMIT ${most}`
}

/**
 * Returns the estimated number of entries that match a tsquery, as if words were independent. Ignores
 * excluded words.
 */
function commonness(tsquery: string, vocabulary: Vocabulary): number {
  const wanted = tsquery.split(" & ").filter((clause) => !clause.startsWith("!"))
  return wanted.reduce(
    (many, clause) => many * Math.min(1, rarestOf(clause, vocabulary) / Math.max(1, vocabulary.entries)),
    vocabulary.entries,
  )
}

function rarestOf(clause: string, { entries, listed, unlisted }: Vocabulary): number {
  const counts = Array.from(clause.matchAll(/'([^']+)'(:\*)?/g), ([, word = "", open]) => {
    const known = listed(word, open !== undefined).reduce((sum, one) => sum + one.count, 0)
    // Rare words are not listed. The number of rare words with a prefix is estimated: short prefixes have many.
    if (open !== undefined) return known + unlisted(word) * Math.max(1, 200 / 4 ** word.length)
    return known > 0 ? known : unlisted(word)
  })
  return Math.min(entries, ...counts)
}

/**
 * Maximum number of matches of a team that are ranked and counted. Of more matches, the current and latest
 * ones are chosen, so that a search for very common words is as fast as others.
 */
export const RANKED = 1_000

export interface RankedEntry {
  readonly id: string
  readonly score: number
}

/** Position of the last ranked entry of a page. */
export interface PageEnd {
  readonly score: number
  readonly id: string
}

export interface Ranking {
  readonly ranked: readonly RankedEntry[]
  /** Number of matches, at most `RANKED` or the limit of the query. */
  readonly total: number
  readonly facets: readonly FacetRow[]
}

interface RankingQuery {
  readonly filter: SearchFilter
  /** ISO day for which recency and verification are computed. */
  readonly today: string
  /** Maximum number of entries on the page. */
  readonly take: number
  readonly after: PageEnd | null
  readonly facets: boolean
  /** Maximum number of matches that are ranked and counted. Default: `RANKED`. */
  readonly most?: number
}

/**
 * Returns one page of the matching entries of a team, best first, with their number and facets. An empty
 * `tsquery` matches all entries of the filter, which are then ranked without relevance.
 */
export async function rankMatches(
  visible: Visibility,
  tsquery: string,
  asked: RankingQuery,
): Promise<Ranking> {
  const most = asked.most ?? RANKED
  if (tsquery === "" || commonness(tsquery, await vocabularyOf("entry")) > most)
    return rankLatest(visible, tsquery, { ...asked, most })
  const { slots, where, columns } = await matching(visible, tsquery, asked.filter)
  const all = await ranked(`SELECT ${columns} FROM entry e WHERE ${where} LIMIT ${most}`, { asked, slots })
  // If there are more matches than estimated, chooses the latest ones instead of any.
  return all.total < most ? all : rankLatest(visible, tsquery, { ...asked, most })
}

async function rankLatest(
  visible: Visibility,
  tsquery: string,
  asked: RankingQuery & { readonly most: number },
): Promise<Ranking> {
  const { slots, where, columns } = await matching(visible, tsquery, asked.filter)
  return ranked(latestFirst(columns, where, { ...asked, slots }), { asked, slots })
}

/**
 * Returns the SQL condition, columns and parameters of a search. Entries that are short and have the words
 * close together get the highest relevance.
 */
async function matching(
  visible: Visibility,
  tsquery: string,
  filter: SearchFilter,
): Promise<{ slots: Slots; where: string; columns: string }> {
  const slots = new Slots(visible.teamId)
  const query = tsquery === "" ? null : slots.of(tsquery, "tsquery")
  const where = `e.team_id = $1::uuid ${query === null ? "" : `AND e.search @@ ${query}`} AND ${await conditionsOf(visible, filter, slots)}`
  return {
    slots,
    where,
    columns: matchColumns(
      query === null ? "1::float8" : `ts_rank_cd(e.search, ${query}) / sqrt(greatest(length(e.search), 8))`,
    ),
  }
}

/**
 * Returns one page of the matches of an SQL query with the columns of `matchColumns`, best first, with their
 * number and facets.
 */
async function ranked(
  matches: string,
  { asked, slots }: { asked: RankingQuery; slots: Slots },
): Promise<Ranking> {
  const score = `(relevance * ${standing(slots.of(asked.today, "date"))})::float8`
  const behind =
    asked.after === null
      ? "true"
      : `(score, id) < (${slots.of(asked.after.score, "float8")}, ${slots.of(asked.after.id, "uuid")})`
  const sql = `WITH matched AS MATERIALIZED (${matches}), scored AS (SELECT id, ${score} AS score FROM matched),
       page AS (SELECT id, score FROM scored WHERE ${behind} ORDER BY score DESC, id DESC LIMIT ${slots.of(asked.take, "int")})
     SELECT (SELECT json_agg(json_build_object('id', id, 'score', score) ORDER BY score DESC, id DESC) FROM page) AS ranked, (SELECT count(*)::int FROM matched) AS total,
       ${asked.facets ? facetsSql : "NULL::json"} AS facets`
  // A query without other conditions is prepared, because it only uses the word index.
  const [row] = await database().$queryRawUnsafe<
    { ranked: RankedEntry[] | null; total: number; facets: FacetRow[] | null }[]
  >(isOpen(asked.filter) ? prepared(sql) : sql, ...slots.values)
  return { ranked: row?.ranked ?? [], total: row?.total ?? 0, facets: row?.facets ?? [] }
}

/**
 * Returns SQL for the factor by which relevance is multiplied. Retired entries rank low; recent and verified
 * entries rank slightly higher.
 */
function standing(today: string): string {
  return `(1 + 0.2::float8 * exp(-greatest(0, ${today} - coalesce(stated_on, ${today} - 365)) / 180::float8))
    * CASE WHEN state = 'retired' THEN 0.3::float8 WHEN id IN (SELECT entry_id FROM vouch WHERE team_id = $1::uuid AND until > ${today}) THEN 1.15::float8 ELSE 1 END`
}

/** Number of matches of a team with a value. */
export interface FacetRow {
  readonly facet: Exclude<Facet, "team">
  readonly value: string
  readonly count: number
}

/** Maximum number of values of a facet, most frequent first. */
export const MAX_FACET_VALUES = 50

/**
 * SQL for the facets of the rows of `matched`, as one JSON array of `FacetRow`. Each file, project and agent
 * is looked up once.
 */
const facetsSql = `(
  WITH counted AS MATERIALIZED (
    SELECT scope, type, project_id, agent_id, file_id, count(*)::int AS many FROM matched GROUP BY GROUPING SETS ((scope), (type), (project_id), (agent_id), (file_id))
  ), filed AS MATERIALIZED (
    SELECT f.category_id, f.format, sum(c.many)::int AS many FROM counted c CROSS JOIN LATERAL (SELECT category_id, format FROM memory_file WHERE team_id = $1::uuid AND id = c.file_id LIMIT 1) f
    WHERE c.file_id IS NOT NULL GROUP BY GROUPING SETS ((f.category_id), (f.format))
  ), told AS (
    SELECT 'scope' AS facet, scope AS value, many FROM counted WHERE scope IS NOT NULL
    UNION ALL (SELECT 'type', type, many FROM counted WHERE type IS NOT NULL ORDER BY many DESC LIMIT ${MAX_FACET_VALUES})
    UNION ALL SELECT 'project', (SELECT name FROM project WHERE team_id = $1::uuid AND id = project_id), many FROM (SELECT * FROM counted WHERE project_id IS NOT NULL ORDER BY many DESC LIMIT ${MAX_FACET_VALUES}) p
    UNION ALL SELECT 'agent', (SELECT name FROM agent WHERE team_id = $1::uuid AND id = agent_id), many FROM (SELECT * FROM counted WHERE agent_id IS NOT NULL ORDER BY many DESC LIMIT ${MAX_FACET_VALUES}) a
    UNION ALL SELECT 'category', (SELECT slug FROM category WHERE team_id = $1::uuid AND id = category_id), many FROM filed WHERE category_id IS NOT NULL
    UNION ALL SELECT 'format', format, many FROM filed WHERE format IS NOT NULL
  ) SELECT json_agg(json_build_object('facet', facet, 'value', value, 'count', many)) FROM told WHERE value IS NOT NULL)`

/** Returns the facets of these entries. */
export async function facetsOfEntries(visible: Visibility, ids: readonly string[]): Promise<FacetRow[]> {
  if (ids.length === 0) return []
  const slots = new Slots(visible.teamId)
  const matches = `SELECT ${matchColumns("1::float8")} FROM entry e WHERE e.team_id = $1::uuid AND e.id = ANY(${slots.of(ids, "uuid[]")})`
  const [row] = await database().$queryRawUnsafe<{ facets: FacetRow[] | null }[]>(
    `WITH matched AS MATERIALIZED (${matches}) SELECT ${facetsSql} AS facets`,
    ...slots.values,
  )
  return row?.facets ?? []
}

/** Returns the SQL columns of a match for counting and ranking. `relevance` is SQL on the entry `e`. */
const matchColumns = (relevance: string): string =>
  `e.id, e.file_id, e.project_id, e.agent_id, e.scope, e.type, e.state, e.stated_on, ${relevance} AS relevance`

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
