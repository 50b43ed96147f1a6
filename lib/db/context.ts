import type { FormatId } from "@/lib/memory/format"
import { database } from "./client"
import { likeRows } from "./look-up"

/** Whose memory is loaded. */
export interface Loader {
  readonly teamId: string
  readonly projectId: string
  /** Null: an agent that has no memory yet. */
  readonly agentId: string | null
  readonly categoryId: string | null
  /** Reads nothing of other projects: what an access token bound to one may see. */
  readonly bound: boolean
}

/** An agent of a project as far as it decides what is loaded; null where it has no memory yet. */
export async function findLoadingAgent(teamId: string, projectId: string, name: string): Promise<{ agentId: string; optedOut: boolean; categoryId: string | null; coordinator: string | null } | null> {
  const agent = await database().agent.findUnique({ where: { teamId_projectId_name: { teamId, projectId, name } }, select: { id: true, optedOut: true, category: { select: { id: true, coordinator: true } } } })
  return agent && { agentId: agent.id, optedOut: agent.optedOut, categoryId: agent.category?.id ?? null, coordinator: agent.category?.coordinator ?? null }
}

export async function findLoadingCategory(teamId: string, slug: string): Promise<{ categoryId: string; coordinator: string | null } | null> {
  const category = await database().category.findUnique({ where: { teamId_slug: { teamId, slug } }, select: { id: true, coordinator: true } })
  return category && { categoryId: category.id, coordinator: category.coordinator }
}

export interface LoadedEntry {
  readonly id: string
  readonly text: string
  readonly path: string
  readonly line: number
  readonly fileId: string
  readonly projectId: string
  readonly format: FormatId
  /** Of its file. */
  readonly revision: number
  readonly section: string | null
  readonly type: string | null
  readonly scope: string
  readonly state: string
  readonly retiredBecause: string | null
  /** ISO days. */
  readonly date: string | null
  readonly since: string
  readonly confidence: number | null
  readonly accessed: number
  /** Whom its section speaks to, where that is not everyone. */
  readonly audience: string | null
  readonly position: number
  /** Of a run. */
  readonly goal: string | null
}

/** Files of a place that all of its agents load, past which its entries are found by their parts' indexes and not by their files. */
const FEW_FILES = 200
const FEW_ENTRIES = 5_000
/** Files of an agent's own or of its category, the newest first. */
const OWN_FILES = 2_000
/** Best entries by each part, of a place with more than a few. */
const BEST = 300
const RETIRED = 30
/** Runs that the run cache keeps: older ones are pruned where it is loaded. */
const KEPT_RUNS = 20

const SHARED = "f.agent_id IS NULL AND f.category_id IS NULL AND f.state <> 'gone'"
const CURRENT = "e.agent_id IS NULL AND e.state = 'current'"

/** Word for word what entry_shared_sure_idx has: the parts of the score that no day changes, see lib/memory/rank.ts. */
const SURE = "(0.4::float8 * coalesce(e.confidence, 0.5::float8) + 0.3::float8 * least(1::float8, ln((1 + e.accessed_count)::float8) / ln(1001::float8)))"

/** The day on which an entry came in stands in its id, which is a UUID of version 7. */
const CAME_IN = "(timestamp '1970-01-01' + (('x' || translate(left(e.id::text, 13), '-', ''))::bit(48)::bigint / 1000) * interval '1 second')::date"
const SINCE = `least(${CAME_IN}, f.updated_on)`
const ACCESSED = "(e.accessed_count + coalesce(d.count, 0))"
const SCORE = `0.4::float8 * coalesce(e.confidence, 0.5::float8) + 0.3::float8 * power(0.5::float8, greatest(0, $2::date - coalesce(e.stated_on, ${SINCE}))::float8 / 90) + 0.3::float8 * least(1::float8, ln((1 + ${ACCESSED})::float8) / ln(1001::float8))`
const IS_RUN = "(f.format = 'run-cache' AND coalesce(e.section, '') = 'Runs')"

export interface Asked {
  readonly now: Date
  readonly task: string | null
  /** Most current entries. */
  readonly take: number
  /** Texts are cut here: longer ones are given to nobody. */
  readonly longest: number
}

/**
 * The entries that an agent loads, those likely to rank best first: its own, its category's, its project's, its team's and what holds
 * everywhere, with some of the retired. Of a place with very many entries only the best by each part of the score, and what speaks of the
 * task: so the cost does not grow with the store. `files`: whose entries were looked at one by one.
 */
export async function loadedEntries(loader: Loader, asked: Asked): Promise<{ entries: LoadedEntry[]; files: string[] }> {
  const [shelves, hits] = await Promise.all([shelvesOf(loader), asked.task === null ? [] : hitsOf(loader, asked.task)])
  return { entries: await pick(loader.teamId, { ...shelves, hits }, asked), files: shelves.few }
}

/** The entries of a project, whoever loads them, with what its team remembers and what holds everywhere. */
export async function projectEntries({ teamId, projectId, bound }: Pick<Loader, "teamId" | "projectId" | "bound">, asked: Asked): Promise<LoadedEntry[]> {
  const files = await database().$queryRawUnsafe<{ id: string; format: string }[]>(
    `SELECT f.id, f.format FROM memory_file f WHERE f.team_id = $1::uuid AND f.state <> 'gone' AND f.scope <> 'session' AND (f.project_id = $2::uuid OR (f.scope IN ('team', 'global') AND NOT $3)) AND f.entries > 0`,
    teamId,
    projectId,
    bound,
  )
  return pick(teamId, { few: files.map(({ id }) => id), runs: files.filter(({ format }) => format === "run-cache").map(({ id }) => id), many: [], hits: [] }, asked)
}

/** Of these entries those that the agent itself loads. */
export async function loadsAmong(loader: Loader, entryIds: readonly string[]): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set()
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(`SELECT x.id FROM entry x WHERE x.team_id = $1::uuid AND x.id = ANY($2::uuid[]) AND $3::uuid[] IS NULL AND ${LOADED}`, loader.teamId, [...entryIds], null, ...whose(loader))
  return new Set(rows.map(({ id }) => id))
}

export interface ForgottenOfFiles {
  readonly entryId: string
  readonly text: string
  readonly path: string
  readonly fileId: string
  readonly projectId: string
  readonly scope: string
  readonly reason: string
  /** ISO day. */
  readonly day: string
}

/** What these files no longer say because it was forgotten, the newest first. */
export async function forgottenOfFiles(teamId: string, fileIds: readonly string[], take: number): Promise<ForgottenOfFiles[]> {
  return database().$queryRawUnsafe<ForgottenOfFiles[]>(
    `SELECT g.entry_id AS "entryId", g.text, f.path, f.id AS "fileId", f.project_id AS "projectId", f.scope, g.reason, g.created_at::date::text AS day FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id
     WHERE g.team_id = $1::uuid AND g.file_id = ANY($2::uuid[]) AND g.restored_at IS NULL ORDER BY g.created_at DESC, g.entry_id LIMIT $3::int`,
    teamId,
    [...fileIds],
    take,
  )
}

/** $4 the agent, $5 its category, $6 its project, $7 whether other projects are out of sight. */
const whose = ({ agentId, categoryId, projectId, bound }: Loader): (string | boolean | null)[] => [agentId, categoryId, projectId, bound]

/** Whether the agent loads an entry `x`. */
const LOADED = `(x.agent_id = $4::uuid OR (x.agent_id IS NULL AND (
  SELECT f.state <> 'gone' AND f.scope <> 'session' AND CASE WHEN f.category_id IS NULL THEN (f.scope <> 'project' AND NOT $7::bool) OR f.project_id = $6::uuid ELSE f.category_id = $5::uuid AND f.project_id = $6::uuid END
  FROM memory_file f WHERE f.team_id = x.team_id AND f.id = x.file_id)))`

/** Entries that share telling words with a task. */
async function hitsOf(loader: Loader, task: string): Promise<string[]> {
  const like = await likeRows("entry", task, `x.state = 'current' AND ${LOADED}`)
  if (like === null) return []
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(`WITH ${like.best} SELECT id FROM best`, loader.teamId, like.queries, [], ...whose(loader))
  return rows.map(({ id }) => id)
}

interface Shelves {
  /** Files whose entries are looked at one by one. */
  readonly few: string[]
  /** Those of them that are run caches. */
  readonly runs: string[]
  /** Places with too many for that. */
  readonly many: readonly { readonly scope: string; readonly projectId: string }[]
}

interface ShelvedFile {
  readonly shelf: "own" | "category" | "project" | "team" | "global"
  readonly id: string
  readonly projectId: string
  readonly entries: number
  readonly format: string
}

async function shelvesOf(loader: Loader): Promise<Shelves> {
  const { teamId, agentId, categoryId, projectId, bound } = loader
  const file = (shelf: string) => `SELECT '${shelf}' AS shelf, f.id, f.project_id AS "projectId", f.entries, f.format FROM memory_file f WHERE f.team_id = $1::uuid AND f.scope <> 'session' AND f.entries > 0`
  const own = `AND f.state <> 'gone' ORDER BY f.updated_on DESC NULLS LAST, f.id LIMIT ${OWN_FILES}`
  const wide = (scope: string) => `(${file(scope)} AND f.scope = '${scope}' AND ${SHARED} AND (NOT $5::bool OR f.project_id = $4::uuid) LIMIT ${FEW_FILES + 1})`
  const rows = await database().$queryRawUnsafe<ShelvedFile[]>(
    [
      `(${file("own")} AND f.agent_id = $2::uuid ${own})`,
      `(${file("category")} AND f.category_id = $3::uuid AND f.agent_id IS NULL AND f.project_id = $4::uuid ${own})`,
      `(${file("project")} AND f.scope = 'project' AND ${SHARED} AND f.project_id = $4::uuid LIMIT ${FEW_FILES + 1})`,
      wide("team"),
      wide("global"),
    ].join(" UNION ALL "),
    teamId,
    agentId,
    categoryId,
    projectId,
    bound,
  )
  const large = (["project", "team", "global"] as const).filter((shelf) => isLarge(rows.filter((row) => row.shelf === shelf)))
  const few = rows.filter((row) => !large.some((shelf) => shelf === row.shelf))
  const many = await Promise.all(large.map(async (scope) => (scope === "project" ? [{ scope, projectId }] : placesOf(loader, scope))))
  return { few: few.map(({ id }) => id), runs: few.filter(({ format }) => format === "run-cache").map(({ id }) => id), many: many.flat() }
}

const isLarge = (files: readonly ShelvedFile[]): boolean => files.length > FEW_FILES || files.reduce((sum, one) => sum + one.entries, 0) > FEW_ENTRIES

/** The projects in which a team keeps memory of a wider scope. */
async function placesOf({ teamId, projectId, bound }: Loader, scope: "team" | "global"): Promise<{ scope: string; projectId: string }[]> {
  if (bound) return [{ scope, projectId }]
  return database().$queryRawUnsafe(`SELECT DISTINCT f.scope, f.project_id AS "projectId" FROM memory_file f WHERE f.team_id = $1::uuid AND f.scope = $2 AND ${SHARED} ORDER BY 2 LIMIT 50`, teamId, scope)
}

async function pick(teamId: string, { few, runs, many, hits }: Shelves & { readonly hits: readonly string[] }, asked: Asked): Promise<LoadedEntry[]> {
  const arms = [
    "SELECT e.id FROM entry e WHERE e.team_id = $1::uuid AND e.file_id = ANY($3::uuid[]) AND e.state = 'current'",
    "SELECT unnest($4::uuid[])",
    ...many.map((_, at) => bestOf(at + 1)),
  ]
  return database().$queryRawUnsafe<LoadedEntry[]>(
    `WITH candidate AS (${arms.join(" UNION ")}),
     best AS (
       SELECT e.id, ${SCORE} AS score FROM candidate c JOIN entry e ON e.team_id = $1::uuid AND e.id = c.id ${BESIDE} WHERE e.state = 'current' AND NOT ${IS_RUN}
       ORDER BY score DESC, e.id LIMIT $6::int),
     run AS (
       SELECT id FROM (SELECT e.id, row_number() OVER (PARTITION BY e.file_id ORDER BY e.position DESC) AS nth FROM entry e WHERE e.team_id = $1::uuid AND e.file_id = ANY($5::uuid[]) AND e.section = 'Runs') AS newest
       WHERE nth <= ${KEPT_RUNS}),
     retired AS (
       SELECT e.id FROM entry e WHERE e.team_id = $1::uuid AND e.file_id = ANY($3::uuid[]) AND e.state = 'retired' AND NOT e.file_id = ANY($5::uuid[]) ORDER BY e.stated_on DESC NULLS LAST, e.id DESC LIMIT ${RETIRED})
     SELECT e.id, left(e.text, $7::int) AS text, f.path, e.line, e.file_id AS "fileId", e.project_id AS "projectId", f.format, f.head AS revision, e.section, e.type, e.scope, e.state, e.retired_because AS "retiredBecause", e.stated_on::text AS date,
       ${SINCE}::text AS since, e.confidence, ${ACCESSED} AS accessed, e.position,
       CASE WHEN f.format = 'category-memory' THEN (SELECT s.audience FROM section s WHERE s.team_id = e.team_id AND s.file_id = e.file_id AND s.line <= e.line AND s.end_line >= e.line AND s.audience <> 'everyone' LIMIT 1) END AS audience,
       CASE WHEN ${IS_RUN} THEN coalesce((SELECT l.summary FROM log_record l WHERE l.team_id = e.team_id AND l.file_id = e.file_id AND l.line = e.line LIMIT 1), '') END AS goal
     FROM (SELECT id FROM best UNION SELECT id FROM run UNION SELECT id FROM retired) AS picked JOIN entry e ON e.team_id = $1::uuid AND e.id = picked.id ${BESIDE}
     WHERE $8::text[] IS NOT NULL AND $9::uuid[] IS NOT NULL`,
    teamId,
    asked.now.toISOString().slice(0, 10),
    few,
    hits,
    runs,
    asked.take,
    asked.longest,
    many.map(({ scope }) => scope),
    many.map(({ projectId }) => projectId),
  )
}

const BESIDE = "JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id LEFT JOIN delivered d ON d.team_id = e.team_id AND d.entry_id = e.id"

/** Of the n-th place with very many entries the best by each part: the newest of the dated and of the undated, the surest and most read, and those most delivered. */
function bestOf(nth: number): string {
  const here = `e.team_id = $1::uuid AND e.project_id = ($9::uuid[])[${nth}] AND e.scope = ($8::text[])[${nth}] AND ${CURRENT} AND (SELECT f.category_id IS NULL AND f.state <> 'gone' FROM memory_file f WHERE f.team_id = e.team_id AND f.id = e.file_id)`
  return [
    `(SELECT e.id FROM entry e WHERE ${here} AND e.stated_on IS NOT NULL ORDER BY e.stated_on DESC NULLS LAST, e.id DESC LIMIT ${BEST})`,
    `(SELECT e.id FROM entry e WHERE ${here} AND e.stated_on IS NULL ORDER BY e.stated_on DESC NULLS LAST, e.id DESC LIMIT ${BEST})`,
    `(SELECT e.id FROM entry e WHERE ${here} ORDER BY ${SURE} DESC, e.id DESC LIMIT ${BEST})`,
    `(SELECT e.id FROM (SELECT d.entry_id FROM delivered d WHERE d.team_id = $1::uuid AND d.project_id = ($9::uuid[])[${nth}] ORDER BY d.count DESC, d.entry_id LIMIT ${BEST * 2}) AS often JOIN entry e ON e.id = often.entry_id AND ${here})`,
  ].join(" UNION ")
}
