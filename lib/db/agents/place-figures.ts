import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { filesWithStale, type PlacedStaleness } from "../memory-files/stale"

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
    columns: "f.entries, f.retired, f.role, f.lines, f.budget, f.cut, f.state, f.updated_on",
  })
  const [found] = await database().$queryRawUnsafe<{ rows: ProjectFigures[] }[]>(
    `WITH ${files.sql}, held AS (
       SELECT f.project_id AS project, count(*)::int AS files, sum(f.entries - f.retired)::int AS entries, sum(f.stale)::int AS stale,
         coalesce(sum(f.lines) FILTER (WHERE ${BUDGETED}), 0)::int AS lines, coalesce(sum(f.budget) FILTER (WHERE ${BUDGETED}), 0)::int AS budget,
         count(f.cut)::int AS "pastCutFiles", coalesce(sum(f.lines - f.cut + 1) FILTER (WHERE f.cut IS NOT NULL), 0)::int AS "pastCutLines", count(*) FILTER (WHERE f.state = 'broken')::int AS broken, max(f.updated_on)::text AS "updatedOn"
       FROM file f GROUP BY 1
     ), alerts AS (
       SELECT project_id AS project, json_build_object('error', count(*) FILTER (WHERE severity = 'error'), 'warning', count(*) FILTER (WHERE severity = 'warning'), 'info', count(*) FILTER (WHERE severity = 'info')) AS alerts
       FROM alert WHERE team_id = $1::uuid AND state = 'open' AND project_id IS NOT NULL GROUP BY 1
     ), waiting AS (SELECT project_id AS project, count(*)::int AS proposals FROM proposal WHERE team_id = $1::uuid AND state = 'waiting' AND expires_at > now() GROUP BY 1),
     open AS (SELECT project_id AS project, count(*)::int AS conflicts FROM conflict WHERE team_id = $1::uuid AND state = 'open' GROUP BY 1),
     imported AS (
       SELECT f.project AS project, max(s.last_imported_at) AS at FROM (SELECT DISTINCT project_id AS project, source_id FROM memory_file WHERE team_id = $1::uuid AND source_id IS NOT NULL) f JOIN source s ON s.team_id = $1::uuid AND s.id = f.source_id GROUP BY 1
     ), figures AS (
       SELECT p.id, p.slug, p.name, coalesce(files, 0) AS files, coalesce(entries, 0) AS entries, coalesce(stale, 0) AS stale, coalesce(lines, 0) AS lines, coalesce(budget, 0) AS budget, coalesce("pastCutFiles", 0) AS "pastCutFiles",
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
