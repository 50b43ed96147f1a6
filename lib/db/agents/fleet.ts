import { visibleRowsText } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { lastWeeks, weekNumber } from "@/lib/memory/agents/activity"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import { CHANGED_ON } from "../memory-files/changed-on"
import { filesWithStale, type PlacedStaleness } from "../staleness"
import { batched } from "../infra/batching"

/**
 * An agent with totals of its own memory files. An agent without own files has the totals of its category's
 * memory.
 */
export interface FleetRow {
  readonly id: string
  readonly name: string
  readonly optedOut: boolean
  readonly projectId: string
  readonly projectName: string
  readonly projectSlug: string
  readonly category: string | null
  readonly files: number
  readonly lines: number
  /** True if the agent has no files of its own, so that the totals are those of its category's memory. */
  readonly shared: boolean
  /** Number of entries, without retired ones. */
  readonly entries: number
  /** Number of sessions that the agent's own files or Quarterdeck recorded, as its history lists them. */
  readonly sessions: number
  readonly budget: number | null
  readonly limit: number | null
  readonly pastCut: number
  readonly pastCutFiles: number
  readonly broken: number
  readonly problems: number
  readonly stale: number
  /** ISO date of the last change to the content of a file. Null without files. */
  readonly updatedOn: string | null
  /** Numbers of dated entries in the last twelve weeks, oldest week first. */
  readonly weeks: readonly number[]
}

/**
 * Roles of files that a harness loads at the start, as a list in SQL. Topics are read on demand. Logs and
 * identity files are not memory.
 */
const LOADED = "'memory','index','shared','runs'"

/** SQL columns of files that `sums` uses. */
const COLUMNS = `f.category_id, f.role, f.lines, f.entries, f.retired, f.sessions, f.budget, f.line_limit, f.cut, f.state, f.problems, ${CHANGED_ON} AS changed_on, f.weeks`

/**
 * Returns SQL that sums the files of an agent, or of a category in a project. Identity files are counted
 * separately because they are not memory.
 */
function sums(weeks: readonly string[]): string {
  return `
    SELECT f.agent_id, CASE WHEN f.agent_id IS NULL THEN f.category_id END AS category_id, f.project_id, f.role = 'identity' AS identity, count(*)::int AS files,
      coalesce(sum(f.lines) FILTER (WHERE f.role IN (${LOADED})), 0)::int AS lines, sum(f.entries - f.retired)::int AS entries, sum(f.sessions)::int AS sessions,
      max(f.budget) FILTER (WHERE f.role IN (${LOADED})) AS budget, max(least(f.line_limit, f.cut - 1)) FILTER (WHERE f.role IN (${LOADED})) AS "limit",
      coalesce(sum(f.lines - f.cut + 1), 0)::int AS "pastCut", count(f.cut)::int AS "pastCutFiles",
      count(*) FILTER (WHERE f.state = 'broken')::int AS broken, sum(f.problems)::int AS problems, max(f.changed_on)::text AS "updatedOn",
      sum(f.stale)::int AS stale, json_build_array(${weeks.map((week) => `coalesce(sum(f.weeks[${weekNumber(week)}]), 0)`).join(", ")}) AS weeks
    FROM file f GROUP BY 1, 2, 3, 4`
}

/** SQL that counts the sessions of each agent that are in no session log, and so in no file's number of sessions. */
const UNLOGGED_SESSIONS = `
    SELECT s.project_id, s.agent_name, count(*)::int AS sessions FROM agent_session s LEFT JOIN memory_file f ON f.team_id = s.team_id AND f.id = s.file_id AND f.state <> 'gone'
    WHERE ${visibleRowsText("s", "$1", "$2")} AND coalesce(f.sessions, 0) = 0 GROUP BY 1, 2`

const WEEKS = 12

export interface StalenessAt {
  /** Settings for stale entries (see `filesWithStale`). If empty, no entry is stale. */
  readonly staleness: readonly PlacedStaleness[]
  readonly now: Date
}

/** Totals of all files of a team or project. */
export interface FleetTotals {
  readonly files: number
  readonly entries: number
  readonly pastCutFiles: number
  readonly pastCutLines: number
  readonly broken: number
  readonly stale: number
}

/**
 * Returns all agents of a team or project, sorted by name. An agent without own files has the figures of its
 * category's memory in its project.
 */
export async function fleetRows(visible: Visibility, counting: StalenessAt): Promise<FleetRow[]> {
  return (await fleetFigures(visible, counting)).rows
}

/**
 * Returns the agents of `fleetRows`, and the totals of all files. The query returns one JSON value, because
 * Prisma is slow with thousands of rows.
 */
export async function fleetFigures(
  visible: Visibility,
  { staleness, now }: StalenessAt,
): Promise<{ rows: FleetRow[]; totals: FleetTotals }> {
  const files = filesWithStale(staleness, { slot: "$3", columns: COLUMNS })
  const weeks = lastWeeks(now, WEEKS)
  const [found] = await database().$queryRawUnsafe<{ rows: FleetRow[]; totals: FleetTotals }[]>(
    `WITH ${files.sql}, part AS MATERIALIZED (${sums(weeks)}), unlogged AS (${UNLOGGED_SESSIONS}), own AS (SELECT * FROM part WHERE agent_id IS NOT NULL AND NOT identity), shared AS (SELECT * FROM part WHERE agent_id IS NULL AND category_id IS NOT NULL AND NOT identity), fleet AS (
     SELECT a.id, a.name, a.opted_out AS "optedOut", p.id AS "projectId", p.name AS "projectName", p.slug AS "projectSlug", c.slug AS category,
       coalesce(own.files, shared.files, 0) AS files, coalesce(own.lines, shared.lines, 0) AS lines, coalesce(own.entries, shared.entries, 0) AS entries, own.files IS NULL AND shared.files IS NOT NULL AS shared,
       coalesce(own.sessions, 0) + coalesce(unlogged.sessions, 0) AS sessions, CASE WHEN own.files IS NULL THEN shared.budget ELSE own.budget END AS budget, CASE WHEN own.files IS NULL THEN shared."limit" ELSE own."limit" END AS "limit",
       coalesce(own."pastCut", shared."pastCut", 0) AS "pastCut", coalesce(own."pastCutFiles", 0) AS "pastCutFiles", coalesce(own.broken, shared.broken, 0) AS broken,
       coalesce(own.problems, shared.problems, 0) AS problems, coalesce(own.stale, shared.stale, 0) AS stale, coalesce(own."updatedOn", shared."updatedOn") AS "updatedOn",
       coalesce(own.weeks, shared.weeks, $4::json) AS weeks
     FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id
     LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
     LEFT JOIN unlogged ON unlogged.project_id = a.project_id AND unlogged.agent_name = a.name
     LEFT JOIN own ON own.agent_id = a.id AND own.project_id = a.project_id LEFT JOIN shared ON shared.category_id = a.category_id AND shared.project_id = a.project_id
     WHERE ${visibleRowsText("a", "$1", "$2")}
     ), total AS (
       SELECT coalesce(sum(files), 0)::int AS files, coalesce(sum(entries), 0)::int AS entries, coalesce(sum("pastCutFiles"), 0)::int AS "pastCutFiles", coalesce(sum("pastCut"), 0)::int AS "pastCutLines",
         coalesce(sum(broken), 0)::int AS broken, coalesce(sum(stale), 0)::int AS stale FROM part
     )
     SELECT (SELECT coalesce(json_agg(fleet ORDER BY name), '[]') FROM fleet) AS rows, (SELECT row_to_json(total) FROM total) AS totals`,
    visible.teamId,
    visible.projectId,
    files.value,
    JSON.stringify(weeks.map(() => 0)),
  )
  return (
    found ?? {
      rows: [],
      totals: { files: 0, entries: 0, pastCutFiles: 0, pastCutLines: 0, broken: 0, stale: 0 },
    }
  )
}

export async function listCategories({ teamId }: Visibility) {
  return database().category.findMany({
    where: { teamId },
    orderBy: { name: "asc" },
    select: { id: true, slug: true, name: true, coordinator: true, writePolicy: true },
  })
}

export function listProjects({
  teamId,
  projectId,
}: Visibility): Promise<{ id: string; slug: string; name: string }[]> {
  return readProjects({ teamId, projectId })
}

interface ProjectsAsked {
  readonly teamId: string
  /** ID of the only project. Null for all projects. */
  readonly projectId: string | null
}

const readProjects = batched<ProjectsAsked, { id: string; slug: string; name: string }[]>(async (asked) => {
  const rows = await database().project.findMany({
    where: { teamId: { in: [...new Set(asked.map(({ teamId }) => teamId))] } },
    orderBy: { name: "asc" },
    select: { teamId: true, id: true, slug: true, name: true },
  })
  return asked.map(({ teamId, projectId }) =>
    rows
      .filter((row) => row.teamId === teamId && (projectId === null || row.id === projectId))
      .map(({ teamId: _, ...project }) => project),
  )
})

/** A part of a team's agents, by project and category. */
export interface FleetPart {
  readonly visible: Visibility
  /** ID of a category. Null for all categories, "none" for agents without a category. */
  readonly categoryId: string | "none" | null
}

/** Returns the SQL condition that an agent `a` belongs to the part. Begins with AND, or is empty. */
export function inPart({ visible: { projectId }, categoryId }: FleetPart): Prisma.Sql {
  const project = projectId === null ? Prisma.empty : Prisma.sql`AND a.project_id = ${projectId}::uuid`
  return Prisma.sql`${project} ${inCategory(categoryId)}`
}

function inCategory(categoryId: FleetPart["categoryId"]): Prisma.Sql {
  if (categoryId === null) return Prisma.empty
  if (categoryId === "none") return Prisma.sql`AND a.category_id IS NULL`
  return Prisma.sql`AND a.category_id = ${categoryId}::uuid`
}

export interface FleetMember {
  readonly id: string
  readonly name: string
  /** Slugs. */
  readonly project: string
  readonly category: string | null
  readonly optedOut: boolean
}

/**
 * Returns the agents of a part, sorted by project and name. The query returns one JSON value, because Prisma
 * is slow with thousands of rows.
 */
export async function fleetMembers(part: FleetPart): Promise<FleetMember[]> {
  const [found] = await database().$queryRaw<
    { agents: [string, string, string, string | null, boolean][] }[]
  >`
    SELECT coalesce(json_agg(json_build_array(a.id, a.name, p.slug, c.slug, a.opted_out) ORDER BY p.slug, a.name), '[]') AS agents
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE a.team_id = ${part.visible.teamId}::uuid ${inPart(part)}`
  return (found?.agents ?? []).map(([id, name, project, category, optedOut]) => ({
    id,
    name,
    project,
    category,
    optedOut,
  }))
}
