import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { prepared } from "../infra/prepared-statements"
import { vocabularyOf } from "./vocabulary"
import { conditionsOf, isOpen, type SearchFilter } from "./filter"
import { facetsSql, type FacetRow } from "./facets"
import { matchColumns } from "./match-columns"
import { Slots } from "./slots"
import type { Vocabulary } from "@/lib/memory/similarity/look-up"
import { dayOf, hasMark, recentMarks, stretchesOf } from "./marks"

/**
 * Returns SQL for the latest current entries among very many: looks back in growing steps until it has `most`
 * of them. Each step is one query of the word index, which includes dates; later steps only run if needed.
 * Steps overlap, and duplicates are removed by day, because computing an entry's marks is slower than ranking
 * it. `IS TRUE` prevents the use of other indexes.
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

/** Estimates how many entries a tsquery matches, as if words were independent. Excluded words are ignored. */
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
 * Maximum number of ranked and counted matches of a team. Of more, the current and latest ones, so that very
 * common words are as fast as others.
 */
export const RANKED = 1_000

export interface RankedEntry {
  readonly id: string
  readonly score: number
}

/** Position of the end of a page of ranked entries. */
export interface PageEnd {
  readonly score: number
  readonly id: string
}

export interface Ranking {
  readonly ranked: readonly RankedEntry[]
  /** Counted up to `RANKED`. */
  readonly total: number
  readonly facets: readonly FacetRow[]
}

export interface RankingQuery {
  readonly filter: SearchFilter
  /** ISO day, for recency. */
  readonly today: string
  /** Number of entries after the previous page. */
  readonly take: number
  readonly after: PageEnd | null
  readonly facets: boolean
  /** Limit of the count instead of `RANKED`. */
  readonly most?: number
}

/**
 * Returns matching entries of a team, best first. An empty `tsquery` returns all entries of the filter,
 * latest first.
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

/** Words close together in a short entry rank highest. */
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

/** Ranks, limits and counts the matches of an SQL query with the columns of `matchColumns`. */
export async function ranked(
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
  // Without other conditions, only the word index is used.
  const [row] = await database().$queryRawUnsafe<
    { ranked: RankedEntry[] | null; total: number; facets: FacetRow[] | null }[]
  >(isOpen(asked.filter) ? prepared(sql) : sql, ...slots.values)
  return { ranked: row?.ranked ?? [], total: row?.total ?? 0, facets: row?.facets ?? [] }
}

/** Retired entries rank low, recent and verified ones slightly higher. */
function standing(today: string): string {
  return `(1 + 0.2::float8 * exp(-greatest(0, ${today} - coalesce(stated_on, ${today} - 365)) / 180::float8))
    * CASE WHEN state = 'retired' THEN 0.3::float8 WHEN id IN (SELECT entry_id FROM vouch WHERE team_id = $1::uuid AND until >= ${today}) THEN 1.15::float8 ELSE 1 END`
}
