import { database } from "../client"
import { conditionsOf, type EntryFilter } from "./filter"
import { facetsSql, type FacetRow } from "./facets"
import { Slots } from "./slots"

/** So many matches of a team are ranked and counted: among more, the current and the latest. Keeps a search for a word that stands everywhere as fast as any other. */
export const RANKED = 2_000

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
  readonly filter: EntryFilter
  /** ISO day: what is recent. */
  readonly today: string
  /** How many of the best, behind the end of the page before. */
  readonly take: number
  readonly after: PageEnd | null
  readonly facets: boolean
}

/** Entries of a team that match, best first. `tsquery` empty: all that the filter lets through, the latest first. */
export async function rankMatches(teamId: string, tsquery: string, asked: RankingAsked): Promise<Ranking> {
  const slots = new Slots(teamId)
  const query = tsquery === "" ? null : slots.of(tsquery, "tsquery")
  const where = await conditionsOf(teamId, asked.filter, slots)
  const today = slots.of(asked.today, "date")
  const take = slots.of(asked.take, "int")
  const behind = asked.after === null ? "true" : `(score, id) < (${slots.of(asked.after.score, "float8")}, ${slots.of(asked.after.id, "uuid")})`
  const [row] = await database().$queryRawUnsafe<{ ranked: RankedEntry[] | null; total: number; facets: FacetRow[] | null }[]>(
    `WITH matched AS MATERIALIZED (
       SELECT e.id, e.file_id, e.project_id, e.agent_id, e.scope, e.type, e.state, e.stated_on, e.search FROM entry e
       WHERE e.team_id = $1::uuid ${query === null ? "" : `AND e.search @@ ${query}`} AND ${where} LIMIT ${RANKED}
     ), scored AS (SELECT id, ${scoreSql(query, today)} AS score FROM matched
     ), page AS (SELECT id, score FROM scored WHERE ${behind} ORDER BY score DESC, id DESC LIMIT ${take})
     SELECT (SELECT json_agg(json_build_object('id', id, 'score', score) ORDER BY score DESC, id DESC) FROM page) AS ranked, (SELECT count(*)::int FROM matched) AS total,
       ${asked.facets ? facetsSql : "NULL::json"} AS facets`,
    ...slots.values,
  )
  return { ranked: row?.ranked ?? [], total: row?.total ?? 0, facets: row?.facets ?? [] }
}

/** Words near one another in a short entry; what is retired counts little, what was stated lately a little more. */
function scoreSql(query: string | null, today: string): string {
  const recency = `(1 + 0.2 * exp(-greatest(0, ${today} - coalesce(stated_on, ${today} - 365)) / 180.0))`
  const state = "CASE WHEN state = 'retired' THEN 0.3 ELSE 1 END"
  const words = query === null ? "1" : `ts_rank_cd(search, ${query}) / sqrt(greatest(length(search), 8))`
  return `(${words} * ${recency} * ${state})::float8`
}
