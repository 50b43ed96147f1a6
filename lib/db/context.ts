import type { FormatId } from "@/lib/memory/format"
import { planLookUp, type Vocabulary } from "@/lib/memory/look-up"
import { database } from "./client"
import { vocabularyOf } from "./vocabulary"

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
  const [agent] = await database().$queryRaw<{ agentId: string; optedOut: boolean; categoryId: string | null; coordinator: string | null }[]>`
    SELECT a.id AS "agentId", a.opted_out AS "optedOut", a.category_id AS "categoryId", c.coordinator FROM agent a LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE a.team_id = ${teamId}::uuid AND a.project_id = ${projectId}::uuid AND a.name = ${name}`
  return agent ?? null
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
const BEST = 150
/** That speak of the task: those kept, and those looked at of a place with very many; how many entries of the store their words may stand in. */
const HITS = 60
const MOST_HITS = 300
const READ_RARE = 400
const READ_SOME = 6_000
const FORGOTTEN = 30
const RETIRED = 30
/** Runs that the run cache keeps: older ones are pruned where it is loaded. */
const KEPT_RUNS = 20

/** What memory_file_shared_idx holds. Behind `IS TRUE` it only filters: else PostgreSQL, which takes that index for smaller than it is, would read all of a place by it. */
const SHARED = "f.agent_id IS NULL AND f.category_id IS NULL AND f.state <> 'gone'"
const CURRENT = "e.agent_id IS NULL AND e.state = 'current'"

/** Word for word what entry_shared_sure_idx has: the parts of the score that no day changes, see lib/memory/rank.ts. */
const SURE = "(0.4::float8 * coalesce(e.confidence, 0.5::float8) + 0.3::float8 * least(1::float8, ln((1 + e.accessed_count)::float8) / ln(1001::float8)))"

/** The day on which an entry came in stands in its id, which is a UUID of version 7. */
const CAME_IN = "(timestamp '1970-01-01' + (('x' || translate(left(e.id::text, 13), '-', ''))::bit(48)::bigint / 1000) * interval '1 second')::date"
const SINCE = `least(${CAME_IN}, f.updated_on)`
const ACCESSED = "(e.accessed_count + coalesce(d.count, 0))"
const SCORE = `0.4::float8 * coalesce(e.confidence, 0.5::float8) + 0.3::float8 * power(0.5::float8, greatest(0, $2::date - coalesce(e.stated_on, ${SINCE}))::float8 / 90) + 0.3::float8 * least(1::float8, ln((1 + ${ACCESSED})::float8) / ln(1001::float8))`

export interface Asked {
  readonly now: Date
  readonly task: string | null
  /** Most current entries. */
  readonly take: number
  /** Texts are cut here: longer ones are given to nobody. */
  readonly longest: number
}

export interface Loaded {
  readonly entries: LoadedEntry[]
  /** What the files that were looked at one by one no longer say because it was forgotten, the newest first. */
  readonly forgotten: ForgottenEntry[]
  /** Of the entries those that are a side of some conflict. */
  readonly disputed: string[]
}

/**
 * The entries that an agent loads, those likely to rank best first: its own, its category's, its project's, its team's and what holds
 * everywhere, with some of the retired and the forgotten. Of a place with very many entries only the best by each part of the score, and
 * what speaks of the task: so the cost does not grow with the store.
 */
export async function loadedEntries(loader: Loader, asked: Asked): Promise<Loaded> {
  const shelves = await shelvesOf(loader)
  const hits = asked.task === null ? [] : (await Promise.all(shelves.many.map((place) => hitsOf(loader.teamId, place, asked.task ?? "")))).flat()
  return pick(loader.teamId, { ...shelves, hits }, asked)
}

/** The entries of a project, whoever loads them, with what its team remembers and what holds everywhere. */
export async function projectEntries({ teamId, projectId, bound }: Pick<Loader, "teamId" | "projectId" | "bound">, asked: Asked): Promise<LoadedEntry[]> {
  const files = await database().$queryRawUnsafe<{ id: string; format: string }[]>(
    `SELECT f.id, f.format FROM memory_file f WHERE f.team_id = $1::uuid AND f.state <> 'gone' AND f.scope <> 'session' AND (f.project_id = $2::uuid OR (f.scope IN ('team', 'global') AND NOT $3)) AND f.entries > 0`,
    teamId,
    projectId,
    bound,
  )
  return (await pick(teamId, { few: files.map(({ id }) => id), runs: files.filter(({ format }) => format === "run-cache").map(({ id }) => id), many: [], hits: [] }, asked)).entries
}

/** Of these entries those that the agent itself loads. */
export async function loadsAmong(loader: Loader, entryIds: readonly string[]): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set()
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(`SELECT x.id FROM entry x WHERE x.team_id = $1::uuid AND x.id = ANY($2::uuid[]) AND $3::uuid[] IS NULL AND ${LOADED}`, loader.teamId, [...entryIds], null, ...whose(loader))
  return new Set(rows.map(({ id }) => id))
}

export interface ForgottenEntry {
  readonly id: string
  readonly text: string
  readonly path: string
  readonly fileId: string
  readonly projectId: string
  readonly scope: string
  readonly reason: string
  /** ISO day. */
  readonly day: string
}

/** $4 the agent, $5 its category, $6 its project, $7 whether other projects are out of sight. */
const whose = ({ agentId, categoryId, projectId, bound }: Loader): (string | boolean | null)[] => [agentId, categoryId, projectId, bound]

/** Whether the agent loads an entry `x`. */
const LOADED = `(x.agent_id = $4::uuid OR (x.agent_id IS NULL AND (
  SELECT f.state <> 'gone' AND f.scope <> 'session' AND CASE WHEN f.category_id IS NULL THEN (f.scope <> 'project' AND NOT $7::bool) OR f.project_id = $6::uuid ELSE f.category_id = $5::uuid AND f.project_id = $6::uuid END
  FROM memory_file f WHERE f.team_id = x.team_id AND f.id = x.file_id)))`

/**
 * Entries of a place with very many that share telling words with a task: a rare one, or two of those that are not common. Words that
 * stand everywhere are not asked for: they would tell nothing, and reading all that have them would take too long.
 */
async function hitsOf(teamId: string, { scope, projectId }: Shelves["many"][number], task: string): Promise<string[]> {
  const vocabulary = await vocabularyOf("entry")
  const terms = (planLookUp(task, vocabulary)?.ranking ?? []).map(({ tsquery, weight }) => ({ tsquery, count: Math.max(vocabulary.entries, 10) / Math.expm1(weight) }))
  const rare = within(terms, READ_RARE)
  const some = within(terms.slice(rare.length, rare.length + 4), READ_SOME)
  const pairs = some.flatMap((one, at) => some.slice(at + 1).map((other) => `(${one.tsquery} & ${other.tsquery})`))
  const query = [...rare.map(({ tsquery }) => tsquery), ...pairs].join(" | ")
  if (query === "") return []
  const rows = await database().$queryRawUnsafe<{ id: string }[]>(
    `WITH hit AS MATERIALIZED (SELECT e.id FROM entry e WHERE e.team_id = $1::uuid AND e.search @@ $2::tsquery AND e.project_id = $3::uuid AND e.scope = $4 AND ${CURRENT}) SELECT id FROM hit ORDER BY id DESC LIMIT ${MOST_HITS}`,
    teamId,
    query,
    projectId,
    scope,
  )
  return rows.map(({ id }) => id)
}

/** The first of them whose counts add up to no more. */
function within<Term extends { readonly count: number }>(terms: readonly Term[], most: number): Term[] {
  let sum = 0
  const found: Term[] = []
  for (const term of terms) if ((sum += term.count) <= most) found.push(term)
    else break
  return found
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

async function pick(teamId: string, { few, runs, many, hits }: Shelves & { readonly hits: readonly string[] }, asked: Asked): Promise<Loaded> {
  const wide = many.length === 0 ? "" : `UNION ALL SELECT ${COLUMNS} FROM (${[...many.map((_, at) => bestOf(at + 1)), "SELECT unnest($5::uuid[])"].join(" UNION ")}) AS c JOIN entry e ON e.team_id = $1::uuid AND e.id = c.id ${BESIDE} WHERE e.state = 'current' AND (${SHARED} AND f.format <> 'run-cache') IS TRUE`
  const share = asked.task === null ? null : shareOf(asked.task, await vocabularyOf("entry"))
  // One JSON value: read by Prisma in a tenth of the time that as many cells take.
  const [row] = await database().$queryRawUnsafe<Loaded[]>(
    `WITH listed AS MATERIALIZED (SELECT ${COLUMNS} FROM entry e ${BESIDE} WHERE e.team_id = $1::uuid AND e.file_id = ANY($3::uuid[]) ${wide}),
     current AS (SELECT * FROM listed WHERE state = 'current' AND NOT (format = 'run-cache' AND coalesce(section, '') = 'Runs')),
     picked AS (
       (SELECT * FROM current ORDER BY score DESC, id LIMIT $6::int)
       ${share === null ? "" : `UNION ALL (SELECT * FROM current WHERE ${share} > 0 ORDER BY ${share} / sqrt(greatest(length(search), 8)) DESC, id LIMIT ${HITS})`}
       UNION ALL (SELECT ${names("newest")} FROM (SELECT *, row_number() OVER (PARTITION BY "fileId" ORDER BY position DESC) AS nth FROM listed WHERE "fileId" = ANY($4::uuid[]) AND section = 'Runs') AS newest WHERE nth <= ${KEPT_RUNS})
       UNION ALL (SELECT * FROM listed WHERE state = 'retired' AND NOT "fileId" = ANY($4::uuid[]) ORDER BY date DESC NULLS LAST, id DESC LIMIT ${RETIRED}))
     SELECT coalesce((SELECT json_agg(told) FROM (SELECT ${TOLD},
       CASE WHEN format = 'category-memory' THEN (SELECT s.audience FROM section s WHERE s.team_id = $1::uuid AND s.file_id = "fileId" AND s.line <= picked.line AND s.end_line >= picked.line AND s.audience <> 'everyone' LIMIT 1) END AS audience,
       CASE WHEN format = 'run-cache' AND section = 'Runs' THEN coalesce((SELECT l.summary FROM log_record l WHERE l.team_id = $1::uuid AND l.file_id = "fileId" AND l.line = picked.line LIMIT 1), '') END AS goal FROM picked) AS told), '[]') AS entries,
       coalesce((SELECT json_agg(gone) FROM (
         SELECT g.entry_id AS id, g.text, f.path, f.id AS "fileId", f.project_id AS "projectId", f.scope, g.reason, g.created_at::date AS day FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id
         WHERE g.team_id = $1::uuid AND g.file_id = ANY($3::uuid[]) AND g.restored_at IS NULL ORDER BY g.created_at DESC, g.entry_id LIMIT ${FORGOTTEN}) AS gone), '[]') AS forgotten,
       ARRAY(SELECT DISTINCT s.entry_id::text FROM conflict_side s WHERE s.team_id = $1::uuid AND s.entry_id = ANY(ARRAY(SELECT id FROM picked))) AS disputed
     WHERE $5::uuid[] IS NOT NULL AND $8::text[] IS NOT NULL AND $9::uuid[] IS NOT NULL`,
    teamId,
    asked.now.toISOString().slice(0, 10),
    few,
    runs,
    hits,
    asked.take,
    asked.longest,
    many.map(({ scope }) => scope),
    many.map(({ projectId }) => projectId),
  )
  const { entries = [], forgotten = [], disputed = [] } = row ?? {}
  return { entries: [...new Map(entries.map((entry) => [entry.id, entry])).values()], forgotten, disputed }
}

const BESIDE = "JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id LEFT JOIN delivered d ON d.team_id = e.team_id AND d.entry_id = e.id"

/** What is told of an entry, by its name in `listed`. */
const COLUMN: Readonly<Record<string, string>> = {
  id: "e.id", path: "f.path", line: "e.line", fileId: "e.file_id", projectId: "e.project_id", format: "f.format", revision: "f.head", section: "e.section", type: "e.type", scope: "e.scope", state: "e.state", retiredBecause: "e.retired_because",
  date: "e.stated_on", since: SINCE, confidence: "e.confidence", accessed: ACCESSED, position: "e.position", text: "e.text", search: "e.search", score: SCORE,
}
const COLUMNS = Object.entries(COLUMN).map(([name, value]) => `${value} AS "${name}"`).join(", ")
const names = (of: string) => Object.keys(COLUMN).map((name) => `${of}."${name}"`).join(", ")
const TOLD = Object.keys(COLUMN).filter((name) => !["search", "score", "text", "date", "since"].includes(name)).map((name) => `"${name}"`).join(", ") + ', left(text, $7::int) AS text, date::text AS date, since::text AS since'

/** How much of a task an entry's words are, as SQL over `search`: a first guess at its relevance; see lib/memory/relevance.ts. Null for a task without a word. */
function shareOf(task: string, vocabulary: Vocabulary): string | null {
  const ranking = planLookUp(task, vocabulary)?.ranking ?? []
  return ranking.length === 0 ? null : `(${ranking.map(({ tsquery, weight }) => `CASE WHEN search @@ '${tsquery.replaceAll("'", "''")}'::tsquery THEN ${weight.toFixed(3)}::float8 ELSE 0 END`).join(" + ")})`
}

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
