import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { weekNumber } from "@/lib/memory/agents/activity"
import type { GrowingFiles } from "@/lib/memory/agents/agent-lines"
import type { SectionCount } from "@/lib/memory/agents/coverage-matrix"
import { database } from "../infra/client"
import { CHANGED_ON } from "../memory-files/changed-on"
import { filesWithStale, type PlacedStaleness } from "../staleness"
import { type FleetPart, inPart } from "./fleet"

/** Totals of a project. The figures do not depend on the user. */
export interface ProjectFigures {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly files: number
  /** Number of entries, without retired ones. */
  readonly entries: number
  readonly stale: number
  /**
   * Number of lines of the files that a harness loads at the start and that have a budget. `budget`: sum of
   * their budgets in lines.
   */
  readonly lines: number
  readonly budget: number
  /** Number of these files that have more lines than their budget. */
  readonly overBudgetFiles: number
  readonly pastCutFiles: number
  readonly pastCutLines: number
  readonly broken: number
  readonly updatedOn: string | null
  readonly alerts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly proposals: number
  readonly conflicts: number
  /** ISO instant. */
  readonly lastImportedAt: string | null
}

/**
 * Returns the totals of all projects of a team, or of the visible one, sorted by name. `staleness`: settings
 * for stale entries (see `filesWithStale`).
 */
export async function projectFigures(
  visible: Visibility,
  staleness: readonly PlacedStaleness[],
): Promise<ProjectFigures[]> {
  const files = filesWithStale(staleness, {
    slot: "$3",
    columns: `f.entries, f.retired, f.role, f.lines, f.budget, f.cut, f.state, ${CHANGED_ON} AS changed_on`,
  })
  const [found] = await database().$queryRawUnsafe<{ rows: ProjectFigures[] }[]>(
    `WITH ${files.sql}, held AS (
       SELECT f.project_id AS project, count(*)::int AS files, sum(f.entries - f.retired)::int AS entries, sum(f.stale)::int AS stale,
         coalesce(sum(f.lines) FILTER (WHERE ${BUDGETED}), 0)::int AS lines, coalesce(sum(f.budget) FILTER (WHERE ${BUDGETED}), 0)::int AS budget, count(*) FILTER (WHERE ${BUDGETED} AND f.lines > f.budget)::int AS "overBudgetFiles",
         count(f.cut)::int AS "pastCutFiles", coalesce(sum(f.lines - f.cut + 1) FILTER (WHERE f.cut IS NOT NULL), 0)::int AS "pastCutLines", count(*) FILTER (WHERE f.state = 'broken')::int AS broken, max(f.changed_on)::text AS "updatedOn"
       FROM file f GROUP BY 1
     ), alerts AS (
       SELECT project_id AS project, json_build_object('error', count(*) FILTER (WHERE severity = 'error'), 'warning', count(*) FILTER (WHERE severity = 'warning'), 'info', count(*) FILTER (WHERE severity = 'info')) AS alerts
       FROM alert WHERE team_id = $1::uuid AND state = 'open' AND project_id IS NOT NULL GROUP BY 1
     ), waiting AS (SELECT project_id AS project, count(*)::int AS proposals FROM proposal WHERE team_id = $1::uuid AND state = 'waiting' AND expires_at > now() GROUP BY 1),
     open AS (SELECT project_id AS project, count(*)::int AS conflicts FROM conflict WHERE team_id = $1::uuid AND state = 'open' GROUP BY 1),
     imported AS (
       SELECT f.project AS project, max(s.last_imported_at) AS at FROM (SELECT DISTINCT project_id AS project, source_id FROM memory_file WHERE team_id = $1::uuid AND source_id IS NOT NULL) f JOIN source s ON s.team_id = $1::uuid AND s.id = f.source_id GROUP BY 1
     ), figures AS (
       SELECT p.id, p.slug, p.name, coalesce(files, 0) AS files, coalesce(entries, 0) AS entries, coalesce(stale, 0) AS stale, coalesce(lines, 0) AS lines, coalesce(budget, 0) AS budget, coalesce("overBudgetFiles", 0) AS "overBudgetFiles", coalesce("pastCutFiles", 0) AS "pastCutFiles",
         coalesce("pastCutLines", 0) AS "pastCutLines", coalesce(broken, 0) AS broken, "updatedOn", coalesce(alerts, '{"error":0,"warning":0,"info":0}') AS alerts, coalesce(proposals, 0) AS proposals, coalesce(conflicts, 0) AS conflicts,
         to_json(imported.at AT TIME ZONE 'UTC') #>> '{}' || 'Z' AS "lastImportedAt"
       FROM project p LEFT JOIN held ON held.project = p.id LEFT JOIN alerts ON alerts.project = p.id LEFT JOIN waiting ON waiting.project = p.id LEFT JOIN open ON open.project = p.id LEFT JOIN imported ON imported.project = p.id
       WHERE p.team_id = $1::uuid AND ($2::uuid IS NULL OR p.id = $2::uuid)
     )
     SELECT coalesce(json_agg(figures ORDER BY name), '[]') AS rows FROM figures`,
    visible.teamId,
    visible.projectId,
    files.value,
  )
  return found?.rows ?? []
}

/** SQL condition for files that a harness loads at the start and that have a budget. */
const BUDGETED = "f.role IN ('memory','index','shared','runs') AND f.budget IS NOT NULL"

export interface CategoryFigures {
  readonly slug: string
  readonly name: string
  readonly coordinator: string | null
  readonly writePolicy: string
  readonly agents: number
  readonly entries: number
  readonly proposals: number
}

/**
 * Returns the categories with agents or memory in a project, sorted by name. Each has its numbers of agents,
 * entries and waiting proposals.
 */
export async function categoryFigures({ teamId }: Visibility, projectId: string): Promise<CategoryFigures[]> {
  return database().$queryRaw<CategoryFigures[]>`
    WITH agents AS (SELECT category_id AS category, count(*)::int AS agents FROM agent WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND category_id IS NOT NULL GROUP BY 1),
    held AS (
      SELECT coalesce(f.category_id, a.category_id) AS category, sum(f.entries - f.retired)::int AS entries FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      WHERE f.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND f.state <> 'gone' AND coalesce(f.category_id, a.category_id) IS NOT NULL GROUP BY 1),
    waiting AS (
      SELECT coalesce(pr.category_slug, c.slug) AS slug, count(*)::int AS proposals FROM proposal pr LEFT JOIN agent a ON a.team_id = pr.team_id AND a.id = pr.agent_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
      WHERE pr.team_id = ${teamId}::uuid AND pr.project_id = ${projectId}::uuid AND pr.state = 'waiting' AND pr.expires_at > now() GROUP BY 1)
    SELECT c.slug, c.name, c.coordinator, c.write_policy AS "writePolicy", coalesce(agents.agents, 0) AS agents, coalesce(held.entries, 0) AS entries, coalesce(waiting.proposals, 0) AS proposals
    FROM category c LEFT JOIN agents ON agents.category = c.id LEFT JOIN held ON held.category = c.id LEFT JOIN waiting ON waiting.slug = c.slug
    WHERE c.team_id = ${teamId}::uuid AND (agents.agents IS NOT NULL OR held.entries IS NOT NULL) ORDER BY c.name`
}

export interface ProjectSource {
  readonly id: string
  readonly kind: string
  readonly name: string
  /** Number of the source's files in the project. */
  readonly files: number
  readonly lastImportedAt: Date | null
  /** The latest import. Null if there is none. */
  readonly run: { readonly id: string; readonly state: string } | null
  /** The latest write-back. Null if there is none. */
  readonly writtenBack: { readonly id: string; readonly state: string; readonly at: string } | null
}

/** Returns the sources of a project's memory files, latest import first. */
export async function projectSources({ teamId }: Visibility, projectId: string): Promise<ProjectSource[]> {
  return database().$queryRaw<ProjectSource[]>`
    SELECT s.id, s.kind, s.name, f.files, s.last_imported_at AS "lastImportedAt",
      (SELECT json_build_object('id', r.id, 'state', r.state) FROM import_run r WHERE r.team_id = s.team_id AND r.source_id = s.id ORDER BY r.id DESC LIMIT 1) AS run,
      (SELECT json_build_object('id', w.id, 'state', w.state, 'at', w.created_at) FROM write_back w WHERE w.team_id = s.team_id AND w.source_id = s.id ORDER BY w.created_at DESC LIMIT 1) AS "writtenBack"
    FROM (SELECT source_id, count(*)::int AS files FROM memory_file WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND source_id IS NOT NULL AND state <> 'gone' GROUP BY 1) f
    JOIN source s ON s.team_id = ${teamId}::uuid AND s.id = f.source_id ORDER BY s.last_imported_at DESC NULLS LAST, s.name`
}

export interface ActiveAgent {
  readonly name: string
  /** Slugs. */
  readonly project: string
  readonly category: string | null
  /** Number of dated entries and sessions in each requested week. */
  readonly weeks: readonly number[]
}

/**
 * Returns the agents of a part of the fleet, with the weekly numbers of dated entries in their own files.
 * `weeks`: Mondays as ISO dates. Sums in the database, because files have entries of other weeks, too.
 */
export async function activityByWeek(part: FleetPart, weeks: readonly string[]): Promise<ActiveAgent[]> {
  const sums = Prisma.join(
    weeks.map((week) => Prisma.sql`coalesce(sum(f.weeks[${weekNumber(week)}::int]), 0)`),
  )
  const [found] = await database().$queryRaw<{ agents: [string, string, string | null, number[]][] }[]>`
    WITH own AS (
      SELECT f.agent_id, json_build_array(${sums}) AS weeks FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id
      WHERE a.team_id = ${part.visible.teamId}::uuid ${inPart(part)} AND f.state <> 'gone' AND f.weeks IS NOT NULL GROUP BY 1
    )
    SELECT coalesce(json_agg(json_build_array(a.name, p.slug, c.slug, own.weeks) ORDER BY c.name NULLS LAST, a.name, p.slug), '[]') AS agents
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
      LEFT JOIN own ON own.agent_id = a.id
    WHERE a.team_id = ${part.visible.teamId}::uuid ${inPart(part)}`
  const nothing = weeks.map(() => 0)
  return (found?.agents ?? []).map(([name, project, category, counts]) => ({
    name,
    project,
    category,
    weeks: counts ?? nothing,
  }))
}

/** The memory of an agent, or the shared memory of a category or project. */
export interface GrowingMemory {
  /** False for the memory of a category or a project. */
  readonly isAgent: boolean
  /** The name of the agent, the category or the project. */
  readonly name: string
  /** Slug of the project. `category`: slug of the category, or null. */
  readonly project: string
  readonly category: string | null
  readonly lines: number
  /** Line budget, or null. `limit`: load limit in lines, or null. */
  readonly budget: number | null
  readonly limit: number | null
}

/**
 * Returns the memories whose files agents load at the start, with the revisions of these files in lines.
 * `since`: ISO date; only the last earlier revision counts. The query packs each revision into eight bytes:
 * its file (22 bits), its day since `since` (10 bits) and its lines.
 */
export async function growingMemories(
  part: FleetPart,
  since: string,
): Promise<{ memories: GrowingMemory[]; files: GrowingFiles }> {
  const [found] = await database().$queryRaw<
    {
      memories: [boolean, string, string, string | null, number, number | null, number | null][]
      owners: number[]
      places: number[]
      dated: string
      revisions: string
    }[]
  >`
    WITH held AS (
      SELECT f.id, a.id AS agent_id, a.project_id, a.category_id, f.lines, f.limits, f.dated_weeks
      FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role IN ('memory', 'index', 'shared', 'runs')
      WHERE a.team_id = ${part.visible.teamId}::uuid AND NOT a.opted_out ${inPart(part)}
      UNION ALL
      SELECT a.id, NULL, a.project_id, a.category_id, a.lines, a.limits, a.dated_weeks
      FROM memory_file a WHERE a.team_id = ${part.visible.teamId}::uuid AND a.agent_id IS NULL AND a.state <> 'gone' AND a.role IN ('memory', 'index', 'shared', 'runs') ${inPart(part)}
    ), own AS MATERIALIZED (
      SELECT held.*, row_number() OVER (ORDER BY id) - 1 AS place FROM held
    ), loaded AS (
      SELECT agent_id, project_id, category_id, sum(lines)::int AS lines, max((limits->>'budget')::int) AS budget, max((limits->>'lines')::int) AS most FROM own GROUP BY 1, 2, 3
    ), grown AS MATERIALIZED (
      SELECT loaded.agent_id, loaded.project_id, loaded.category_id, row_number() OVER (ORDER BY a.id IS NULL, p.slug, coalesce(a.name, c.name)) - 1 AS place,
        json_build_array(a.id IS NOT NULL, coalesce(a.name, c.name, p.name), p.slug, c.slug, loaded.lines, loaded.budget, loaded.most) AS shown
      FROM loaded JOIN project p ON p.team_id = ${part.visible.teamId}::uuid AND p.id = loaded.project_id LEFT JOIN agent a ON a.team_id = p.team_id AND a.id = loaded.agent_id LEFT JOIN category c ON c.team_id = p.team_id AND c.id = loaded.category_id
    )
    SELECT (SELECT coalesce(json_agg(shown ORDER BY place), '[]') FROM grown) AS memories, coalesce(file.owners, '[]') AS owners, coalesce(file.places, '[]') AS places, coalesce(file.dated, '') AS dated,
      (SELECT coalesce(encode(string_agg(int8send((own.place << 10 | least(1023, greatest(r.created_at::date - ${since}::date, 0))) << 32 | r.lines), '' ORDER BY r.file_id, r.created_at, r.number), 'base64'), '')
        FROM own JOIN revision r ON r.team_id = ${part.visible.teamId}::uuid AND r.file_id = own.id) AS revisions
    FROM (SELECT json_agg(grown.place) AS owners, json_agg(own.place) AS places, string_agg(own.dated_weeks, ' ') AS dated
      FROM own JOIN grown ON grown.project_id = own.project_id AND (grown.agent_id = own.agent_id OR grown.agent_id IS NULL AND own.agent_id IS NULL AND grown.category_id IS NOT DISTINCT FROM own.category_id)) file`
  const { memories = [], owners = [], places = [], dated = "", revisions = "" } = found ?? {}
  const weeks = dated.split(" ")
  const files = {
    agents: owners.slice(),
    dated: weeks.slice(),
    revisions: unpacked(Buffer.from(revisions, "base64")),
  }
  for (const [at, place] of places.entries()) {
    files.agents[place] = owners[at] ?? 0
    files.dated[place] = weeks[at] ?? ""
  }
  return {
    memories: memories.map(([isAgent, name, project, category, lines, budget, limit]) => ({
      isAgent,
      name,
      project,
      category,
      lines,
      budget,
      limit,
    })),
    files,
  }
}

function unpacked(bytes: Buffer): Int32Array {
  const revisions = new Int32Array((bytes.length / 8) * 3)
  for (let at = 0, to = 0; at < bytes.length; at += 8, to += 3) {
    const placed = bytes.readUInt32BE(at)
    revisions[to] = placed >>> 10
    revisions[to + 1] = placed & 1023
    revisions[to + 2] = bytes.readInt32BE(at + 4)
  }
  return revisions
}

/** Names of sections that contain events instead of knowledge, in lower case. */
const NO_KNOWLEDGE = ["session log"]

/**
 * Returns the number of entries of each agent by section, in its own files. A single heading of the first
 * level is the file's title, not a section. Uses the stored counts of sections, because counting entries is
 * slow. The query returns one row for each agent, with indexes into a list of section names, which keeps the
 * result small.
 */
export async function sectionCounts(part: FleetPart): Promise<SectionCount[]> {
  const [found] = await database().$queryRaw<
    { names: string[] | null; counts: [agent: string, names: number[], entries: number[]][] | null }[]
  >`
    WITH own AS MATERIALIZED (
      SELECT f.id, f.agent_id AS agent FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.role <> 'log' WHERE a.team_id = ${part.visible.teamId}::uuid AND NOT a.opted_out ${inPart(part)}
    ), counted AS MATERIALIZED (
      SELECT own.agent, s.name, sum(s.entries) AS entries FROM own JOIN section s ON s.team_id = ${part.visible.teamId}::uuid AND s.file_id = own.id AND s.entries > 0
      WHERE (s.level > 1 OR EXISTS (SELECT 1 FROM section o WHERE o.team_id = s.team_id AND o.file_id = s.file_id AND o.level = 1 AND o.position <> s.position)) GROUP BY 1, 2
    ), named AS MATERIALIZED (
      SELECT name, row_number() OVER () - 1 AS place FROM (SELECT DISTINCT name FROM counted) every WHERE lower(name) <> ALL(${NO_KNOWLEDGE}::text[])
    ), by_agent AS (
      SELECT c.agent, array_agg(n.place) AS names, array_agg(c.entries) AS entries FROM counted c JOIN named n ON n.name = c.name GROUP BY 1
    )
    SELECT (SELECT json_agg(name ORDER BY place) FROM named) AS names, (SELECT json_agg(json_build_array(agent, names, entries)) FROM by_agent) AS counts`
  const { names, counts } = found ?? {}
  return (counts ?? []).flatMap(([agent, places, entries]) =>
    places.map((place, at) => ({ agent, section: names?.[place] ?? "", entries: entries[at] ?? 0 })),
  )
}
