import { database } from "../infra/client"
import { prepared } from "../infra/prepared-statements"
import { vocabularyOf } from "./vocabulary"
import { commonness } from "./commonness"
import { conditionsOf, type SearchFilter, isOpen } from "./filter"
import { facetsSql, type FacetRow } from "./facets"
import { latestFirst } from "./latest-first"
import { matched } from "./matched"
import { Slots } from "./slots"

/** So many matches of a team are ranked and counted: among more, the current and the latest. Keeps a search for a word that stands everywhere as fast as any other. */
export const RANKED = 1_000

export interface RankedEntry {
  readonly id: string
  readonly score: number
}

/** Where a page of ranked entries ended. */
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

export interface RankingAsked {
  readonly filter: SearchFilter
  /** ISO day: what is recent. */
  readonly today: string
  /** How many of the best, behind the end of the page before. */
  readonly take: number
  readonly after: PageEnd | null
  readonly facets: boolean
  /** Counted up to here instead of up to `RANKED`. */
  readonly most?: number
}

/** Entries of a team that match, best first. `tsquery` empty: all that the filter lets through, the latest first. */
export async function rankMatches(teamId: string, tsquery: string, asked: RankingAsked): Promise<Ranking> {
  const most = asked.most ?? RANKED
  if (tsquery === "" || commonness(tsquery, await vocabularyOf("entry")) > most)
    return rankLatest(teamId, tsquery, { ...asked, most })
  const { slots, where, columns } = await matching(teamId, tsquery, asked.filter)
  const all = await ranked(`SELECT ${columns} FROM entry e WHERE ${where} LIMIT ${most}`, { asked, slots })
  // More than were to be expected: then which are ranked must not be left to chance.
  return all.total < most ? all : rankLatest(teamId, tsquery, { ...asked, most })
}

async function rankLatest(
  teamId: string,
  tsquery: string,
  asked: RankingAsked & { readonly most: number },
): Promise<Ranking> {
  const { slots, where, columns } = await matching(teamId, tsquery, asked.filter)
  return ranked(latestFirst(columns, where, { ...asked, slots }), { asked, slots })
}

/** Words near one another in a short entry are worth most. */
async function matching(
  teamId: string,
  tsquery: string,
  filter: SearchFilter,
): Promise<{ slots: Slots; where: string; columns: string }> {
  const slots = new Slots(teamId)
  const query = tsquery === "" ? null : slots.of(tsquery, "tsquery")
  const where = `e.team_id = $1::uuid ${query === null ? "" : `AND e.search @@ ${query}`} AND ${await conditionsOf(teamId, filter, slots)}`
  return {
    slots,
    where,
    columns: matched(
      query === null ? "1::float8" : `ts_rank_cd(e.search, ${query}) / sqrt(greatest(length(e.search), 8))`,
    ),
  }
}

/** Scores, cuts and counts the matches that SQL selects, with the columns of `matched`. */
export async function ranked(
  matches: string,
  { asked, slots }: { asked: RankingAsked; slots: Slots },
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
  // Where nothing but words is asked for, the index of words is the only way, whatever they are.
  const [row] = await database().$queryRawUnsafe<
    { ranked: RankedEntry[] | null; total: number; facets: FacetRow[] | null }[]
  >(isOpen(asked.filter) ? prepared(sql) : sql, ...slots.values)
  return { ranked: row?.ranked ?? [], total: row?.total ?? 0, facets: row?.facets ?? [] }
}

/** What is retired counts little; what was stated lately and what a person vouches for a little more. */
function standing(today: string): string {
  return `(1 + 0.2::float8 * exp(-greatest(0, ${today} - coalesce(stated_on, ${today} - 365)) / 180::float8))
    * CASE WHEN state = 'retired' THEN 0.3::float8 WHEN id IN (SELECT entry_id FROM vouch WHERE team_id = $1::uuid AND until >= ${today}) THEN 1.15::float8 ELSE 1 END`
}
