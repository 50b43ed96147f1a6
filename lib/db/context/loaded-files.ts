import type { FromCoach } from "@/lib/memory/context/context-entry"
import { database } from "../infra/client"
import { prepared } from "../infra/prepared-statements"

/** Whose memory is loaded. */
export interface Loader {
  readonly teamId: string
  readonly projectId: string
  /** Null: an agent that has no memory yet. */
  readonly agentId: string | null
  readonly categoryId: string | null
  /** Files of the five shelves, as they were found together with the agent. */
  readonly shelved: readonly ContextFile[]
  /** What the coach published for the agent, as far as it stands; the coach itself loads its own memory. */
  readonly published: readonly PublishedEntry[]
}

export interface PublishedEntry extends FromCoach {
  readonly entry: string
}

export interface ContextFiles {
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

export interface ContextFile {
  readonly shelf: "own" | "category" | "project" | "team" | "global"
  readonly id: string
  readonly projectId: string
  readonly entries: number
  readonly format: string
}

/** An agent as far as it decides what is loaded. */
interface FoundLoader {
  readonly known: boolean
  readonly optedOut: boolean
  /** Who writes for its category. */
  readonly coordinator: string | null
  readonly loader: Loader
}

/** An agent of a project by its name, and where what it loads stands. `slug`: the category of one that nobody knows yet. */
export async function findLoader({
  teamId,
  projectId,
  name,
  slug,
}: {
  teamId: string
  projectId: string
  name: string
  slug: string | null
}): Promise<FoundLoader> {
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

/** Entries of the coach's memory that say a published claim of this kind of synthesis. */
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

/** Where the entries of an agent stand: its own, its category's, its project's, its team's, and what holds everywhere. */
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

/** The projects in which a team keeps memory of a wider scope. */
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
