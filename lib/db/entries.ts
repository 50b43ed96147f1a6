import { database } from "./client"
import { isId } from "./identifiers"

export interface EntryRow {
  readonly id: string
  readonly text: string
  readonly type: string | null
  readonly section: string | null
  readonly confidence: number | null
  readonly date: string | null
  readonly fileId: string
  readonly path: string
  readonly line: number
  readonly endLine: number
  readonly state: string
  readonly scope: string
  readonly project: string
  readonly projectSlug: string
  readonly agent: string | null
  readonly format: string
}

export interface EntryFilter {
  readonly projectId?: string | null | undefined
  readonly scope?: string | undefined
  readonly subject?: string | undefined
  readonly type?: string | undefined
  readonly section?: string | undefined
  readonly agent?: string | undefined
  readonly take: number
}

const COLUMNS = `e.id, e.text, e.type, e.section, e.confidence, e.stated_on::text AS date, e.file_id AS "fileId", f.path, e.line, e.end_line AS "endLine", e.state, e.scope,
  p.name AS project, p.slug AS "projectSlug", a.name AS agent, f.format`

const JOINS = `JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
  LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id`

/** Entries of a team in the order of path and line. */
export async function readEntries(teamId: string, filter: EntryFilter): Promise<EntryRow[]> {
  return database().$queryRawUnsafe<EntryRow[]>(
    `SELECT ${COLUMNS} FROM entry e ${JOINS}
     WHERE e.team_id = $1::uuid AND f.state <> 'gone' AND ($2::uuid IS NULL OR e.project_id = $2::uuid) AND ($3::text IS NULL OR e.scope = $3)
       AND ($4::text IS NULL OR f.subject = $4) AND ($5::text IS NULL OR e.type = $5) AND ($6::text IS NULL OR lower(e.section) = lower($6)) AND ($7::text IS NULL OR a.name = $7)
     ORDER BY f.path, e.position LIMIT $8::int`,
    teamId,
    ...slots(filter),
    filter.take,
  )
}

/** One entry, in whichever of these teams it is. */
export async function findEntry(teamIds: readonly string[], id: string): Promise<(EntryRow & { teamId: string; projectId: string }) | null> {
  if (!isId(id)) return null
  const [row] = await database().$queryRawUnsafe<(EntryRow & { teamId: string; projectId: string })[]>(
    `SELECT ${COLUMNS}, e.team_id AS "teamId", e.project_id AS "projectId" FROM entry e ${JOINS} WHERE e.team_id = ANY($1::uuid[]) AND e.id = $2::uuid AND f.state <> 'gone'`,
    teamIds,
    id,
  )
  return row ?? null
}

export interface SearchHit extends EntryRow {
  readonly score: number
}

/** How many matches are ranked: among more, those that the index gives first. Keeps a search for a word that stands everywhere as fast as any other. */
const RANKED = 2_000

/** Entries that match a tsquery, best first, with the number of all matches (counted up to `RANKED`). */
export async function searchEntries(teamId: string, tsquery: string, filter: EntryFilter): Promise<{ hits: SearchHit[]; total: number }> {
  const rows = await database().$queryRawUnsafe<(SearchHit & { total: number })[]>(
    `WITH matched AS MATERIALIZED (
       SELECT e.team_id, e.id, e.search, e.state, e.stated_on FROM entry e
       ${filter.agent === undefined ? "" : "JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id AND a.name = $7"}
       ${filter.subject === undefined ? "" : "JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id AND f.subject = $4"}
       WHERE e.team_id = $1::uuid AND e.search @@ $9::tsquery AND ($2::uuid IS NULL OR e.project_id = $2::uuid) AND ($3::text IS NULL OR e.scope = $3)
         AND ($5::text IS NULL OR e.type = $5) AND ($6::text IS NULL OR lower(e.section) = lower($6)) AND ($4::text IS NULL OR true) AND ($7::text IS NULL OR true)
         AND NOT EXISTS (SELECT 1 FROM memory_file gone WHERE gone.team_id = e.team_id AND gone.id = e.file_id AND gone.state = 'gone')
       LIMIT ${RANKED}
     ), best AS (
       SELECT team_id, id, ts_rank_cd(search, $9::tsquery) / sqrt(greatest(length(search), 8)) * CASE WHEN state = 'retired' THEN 0.3 ELSE 1 END AS score FROM matched
       ORDER BY score DESC, stated_on DESC NULLS LAST, id LIMIT $8::int
     )
     SELECT ${COLUMNS}, best.score::float8 AS score, (SELECT count(*)::int FROM matched) AS total
     FROM best JOIN entry e ON e.team_id = best.team_id AND e.id = best.id ${JOINS} ORDER BY best.score DESC, e.stated_on DESC NULLS LAST, f.path, e.line`,
    teamId,
    ...slots(filter),
    filter.take,
    tsquery,
  )
  return { hits: rows.map(({ total: _, ...hit }) => hit), total: rows[0]?.total ?? 0 }
}

function slots(filter: EntryFilter): (string | null)[] {
  return [filter.projectId ?? null, filter.scope ?? null, filter.subject ?? null, filter.type ?? null, filter.section ?? null, filter.agent ?? null]
}
