import { database } from "./client"

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

export interface Shelves {
  /** Files whose entries are looked at one by one. */
  readonly few: string[]
  /** Those of them that are run caches. */
  readonly runs: string[]
  /** Places with too many for that. */
  readonly many: readonly { readonly scope: string; readonly projectId: string }[]
}

/** Files of a place that all of its agents load, past which its entries are found by their parts' indexes and not by their files. */
const FEW_FILES = 200
const FEW_ENTRIES = 5_000
/** Files of an agent's own or of its category, the newest first. */
const OWN_FILES = 2_000

/** What memory_file_shared_idx holds. Behind `IS TRUE` it only filters: else PostgreSQL, which takes that index for smaller than it is, would read all of a place by it. */
export const SHARED = "f.agent_id IS NULL AND f.category_id IS NULL AND f.state <> 'gone'"

/** What the indexes of shared entries hold. */
export const CURRENT = "e.agent_id IS NULL AND e.state = 'current'"

interface ShelvedFile {
  readonly shelf: "own" | "category" | "project" | "team" | "global"
  readonly id: string
  readonly projectId: string
  readonly entries: number
  readonly format: string
}

/** Where the entries of an agent stand: its own, its category's, its project's, its team's, and what holds everywhere. */
export async function shelvesOf(loader: Loader): Promise<Shelves> {
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
