import { type Visibility, inProject } from "@/lib/memory/teams/visibility"
import type { FromCoach } from "@/lib/memory/context/context-entry"
import { database, prepared } from "../infra/client"
import { visibleWhere } from "../infra/sql-fragments"

/** An agent for which memory is loaded. */
export interface Loader {
  readonly teamId: string
  readonly projectId: string
  /** Id of the agent. Null for an agent that is not stored. */
  readonly agentId: string | null
  readonly categoryId: string | null
  /** Files with entries that the agent loads: own, category, project, team and global memory. */
  readonly shelved: readonly ContextFile[]
  /**
   * Current entries that the coach published for the agent. Empty for the coach itself, which loads its own
   * memory.
   */
  readonly published: readonly PublishedEntry[]
}

export interface PublishedEntry extends FromCoach {
  readonly entry: string
}

export interface ContextFiles {
  /** Files whose entries are read one by one. */
  readonly few: string[]
  /** Ids of the run caches among `few`. */
  readonly runs: string[]
  /** Scopes and projects with too many files or entries to read one by one. */
  readonly many: readonly { readonly scope: string; readonly projectId: string }[]
}

/**
 * Maximum number of shared files of a scope that are read one by one. Above it, or above `FEW_ENTRIES`
 * entries, an index finds the entries.
 */
const FEW_FILES = 200
const FEW_ENTRIES = 5_000
/** Maximum number of files of an agent or its category, newest first. */
const OWN_FILES = 2_000

/**
 * SQL condition of the index memory_file_shared_idx. `IS TRUE` makes it a mere filter, because PostgreSQL
 * underestimates the cost of that index and would read all shared files of a scope with it.
 */
export const SHARED = "f.agent_id IS NULL AND f.category_id IS NULL AND f.state <> 'gone'"

/** SQL condition of the indexes on shared entries. */
export const CURRENT = "e.agent_id IS NULL AND e.state = 'current'"

export interface ContextFile {
  readonly shelf: "own" | "category" | "project" | "team" | "global"
  readonly id: string
  readonly projectId: string
  readonly entries: number
  readonly format: string
}

/** An agent with the facts that decide which memory it loads. */
interface FoundLoader {
  readonly known: boolean
  readonly optedOut: boolean
  /** Name of the agent that writes for the category. Null without one. */
  readonly coordinator: string | null
  readonly loader: Loader
}

/**
 * Returns an agent of a project by name, with the files it loads. `slug` is the category for an unknown
 * agent.
 */
export async function findLoader(
  { teamId }: Visibility,
  { projectId, name, slug }: { projectId: string; name: string; slug: string | null },
): Promise<FoundLoader> {
  const [row] = await database().$queryRawUnsafe<
    {
      agentId: string | null
      optedOut: boolean
      categoryId: string | null
      coordinator: string | null
      shelved: ContextFile[]
      published: PublishedEntry[]
    }[]
  >(prepared(FOUND), teamId, projectId, name, slug)
  if (!row) throw new Error("no row returned for an agent")
  const { agentId, categoryId, shelved, published, optedOut, coordinator } = row
  return {
    known: agentId !== null,
    optedOut,
    coordinator,
    loader: { teamId, projectId, agentId, categoryId, shelved, published },
  }
}

const file = (shelf: string) =>
  `SELECT '${shelf}' AS shelf, f.id, f.project_id AS "projectId", f.entries, f.format FROM memory_file f WHERE f.team_id = $1::uuid AND f.scope <> 'session' AND f.entries > 0`
const own = `AND f.state <> 'gone' ORDER BY f.updated_on DESC NULLS LAST, f.id LIMIT ${OWN_FILES}`
const wide = (scope: string) =>
  `(${file(scope)} AND f.scope = '${scope}' AND ${SHARED} LIMIT ${FEW_FILES + 1})`

/**
 * Returns SQL for current entries with a published claim of a synthesis of this kind. Entries of the agent's
 * own files are left out.
 */
const published = (
  kind: string,
  whose: string,
) => `SELECT c.entry_id AS entry, s.id AS synthesis, s.title, s.kind FROM synthesis s JOIN claim c ON c.team_id = s.team_id AND c.synthesis_id = s.id AND c.entry_id IS NOT NULL
  JOIN entry e ON e.team_id = c.team_id AND e.id = c.entry_id AND e.state = 'current' JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id AND f.state <> 'gone' AND f.agent_id IS DISTINCT FROM (SELECT id FROM known)
  WHERE s.team_id = $1::uuid AND s.state = 'published' AND s.kind = '${kind}' AND ${whose} AND (s.project_id = $2::uuid OR s.project_id IS NULL)`

const FOUND = `WITH known AS MATERIALIZED (SELECT a.id, a.opted_out, a.category_id FROM agent a WHERE a.team_id = $1::uuid AND a.project_id = $2::uuid AND a.name = $3),
   placed AS MATERIALIZED (SELECT c.id, c.coordinator FROM category c WHERE c.team_id = $1::uuid AND CASE WHEN EXISTS (SELECT 1 FROM known) THEN c.id = (SELECT category_id FROM known) ELSE c.slug = $4 END)
   SELECT (SELECT id FROM known) AS "agentId", coalesce((SELECT opted_out FROM known), false) AS "optedOut", (SELECT id FROM placed) AS "categoryId", (SELECT coordinator FROM placed) AS coordinator,
     (SELECT coalesce(json_agg(shelved), '[]') FROM (${[
       `(${file("own")} AND f.agent_id = (SELECT id FROM known) ${own})`,
       `(${file("category")} AND f.category_id = (SELECT id FROM placed) AND f.agent_id IS NULL AND f.project_id = $2::uuid ${own})`,
       `(${file("project")} AND f.scope = 'project' AND ${SHARED} AND f.project_id = $2::uuid LIMIT ${FEW_FILES + 1})`,
       wide("team"),
       wide("global"),
     ].join(" UNION ALL ")}) AS shelved) AS shelved,
     (SELECT coalesce(json_agg(published), '[]') FROM (${published("brief", "s.agent_name IS NULL")} UNION ALL ${published("orientation", "s.agent_name = $3")}) AS published) AS published`

/**
 * Returns the files whose entries an agent loads from own, category, project, team and global memory. Scopes
 * with many files or entries are returned as `many`.
 */
export async function contextFilesOf(loader: Loader): Promise<ContextFiles> {
  const { shelved, projectId } = loader
  const large = (["project", "team", "global"] as const).filter((shelf) =>
    isLarge(shelved.filter((row) => row.shelf === shelf)),
  )
  const few = shelved.filter((row) => !large.some((shelf) => shelf === row.shelf))
  const many = await Promise.all(
    large.map(async (scope) => (scope === "project" ? [{ scope, projectId }] : placesOf(loader, scope))),
  )
  return {
    few: few.map(({ id }) => id),
    runs: few.filter(({ format }) => format === "run-cache").map(({ id }) => id),
    many: many.flat(),
  }
}

const isLarge = (files: readonly ContextFile[]): boolean =>
  files.length > FEW_FILES || files.reduce((sum, one) => sum + one.entries, 0) > FEW_ENTRIES

/** Returns the projects with shared files of team or global scope, at most 50. */
async function placesOf(
  { teamId }: Loader,
  scope: "team" | "global",
): Promise<{ scope: string; projectId: string }[]> {
  return database().$queryRawUnsafe(
    `SELECT DISTINCT f.scope, f.project_id AS "projectId" FROM memory_file f WHERE f.team_id = $1::uuid AND f.scope = $2 AND ${SHARED} ORDER BY 2 LIMIT 50`,
    teamId,
    scope,
  )
}

/**
 * Returns the agents that load a memory: its owner, agents of its category, or all of its project or team. At
 * most 200, without agents that opted out. Names visible agents only.
 */
export async function readersOf(
  visible: Visibility,
  memory: { projectId: string; agent: string | null; category: string | null; scope: string },
): Promise<string[]> {
  if (memory.agent !== null) return [memory.agent]
  const place = memory.scope === "project" ? inProject(visible, memory.projectId) : visible
  const rows = await database().agent.findMany({
    where: {
      ...visibleWhere(place),
      optedOut: false,
      ...(memory.category === null ? {} : { category: { slug: memory.category } }),
    },
    select: { name: true },
    distinct: ["name"],
    orderBy: { name: "asc" },
    take: 200,
  })
  return rows.map((row) => row.name)
}
