import type { HealthPart } from "@/lib/memory/health/facts"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** Figures of a team or project for a day. */
export interface DailyFigures {
  /** 0–100. Null without memory. */
  readonly health: number | null
  /**
   * Score of each part, 0–100. Null if there is nothing to measure. Missing on days before parts were
   * recorded.
   */
  readonly parts?: Readonly<Partial<Record<HealthPart, number | null>>>
  readonly files: number
  readonly entries: number
  readonly lines: number
  readonly stale: number
  readonly undated: number
  /** Files with alerts. */
  readonly pastCut: number
  readonly overBudget: number
  /** Open alerts. */
  readonly alerts: { readonly error: number; readonly warning: number; readonly info: number }
  /** Waiting proposals and open conflicts. */
  readonly waiting: number
  readonly conflicts: number
  /** Sessions started and contexts delivered on that day. */
  readonly sessions: number
  readonly receipts: number
}

/** Value of the project column for the whole team. */
const WHOLE_TEAM = "00000000-0000-0000-0000-000000000000"

export type CountedOfDay = Pick<
  DailyFigures,
  "lines" | "undated" | "alerts" | "waiting" | "conflicts" | "sessions" | "receipts"
>

/** Returns counts of a day (ISO date, UTC), in one query. */
export async function countOfDay(
  teamId: string,
  projectId: string | null,
  day: string,
): Promise<CountedOfDay> {
  const [row] = await database().$queryRaw<CountedOfDay[]>`
    SELECT (SELECT coalesce(sum(f.lines), 0)::int FROM memory_file f WHERE f.team_id = ${teamId}::uuid AND f.state <> 'gone' AND f.scope <> 'session' AND (${projectId}::uuid IS NULL OR f.project_id = ${projectId}::uuid)) AS lines,
      (SELECT count(*)::int FROM entry e WHERE e.team_id = ${teamId}::uuid AND e.state = 'current' AND e.stated_on IS NULL AND (${projectId}::uuid IS NULL OR e.file_id IN (SELECT f.id FROM memory_file f WHERE f.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid))) AS undated,
      (SELECT json_build_object('error', count(*) FILTER (WHERE severity = 'error'), 'warning', count(*) FILTER (WHERE severity = 'warning'), 'info', count(*) FILTER (WHERE severity = 'info')) FROM alert al
        WHERE al.team_id = ${teamId}::uuid AND al.state = 'open' AND (${projectId}::uuid IS NULL OR al.project_id = ${projectId}::uuid)) AS alerts,
      (SELECT count(*)::int FROM proposal pr WHERE pr.team_id = ${teamId}::uuid AND pr.state = 'waiting' AND pr.expires_at > now() AND (${projectId}::uuid IS NULL OR pr.project_id = ${projectId}::uuid)) AS waiting,
      (SELECT count(*)::int FROM conflict c WHERE c.team_id = ${teamId}::uuid AND c.state = 'open' AND (${projectId}::uuid IS NULL OR c.project_id = ${projectId}::uuid)) AS conflicts,
      (SELECT count(*)::int FROM agent_session s WHERE s.team_id = ${teamId}::uuid AND s.started_at >= ${day}::date::timestamp AT TIME ZONE 'UTC' AND s.started_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' AND (${projectId}::uuid IS NULL OR s.project_id = ${projectId}::uuid)) AS sessions,
      (SELECT count(*)::int FROM receipt r WHERE r.team_id = ${teamId}::uuid AND r.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC' AND r.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC' AND (${projectId}::uuid IS NULL OR r.project_id = ${projectId}::uuid)) AS receipts`
  return row as CountedOfDay
}

/** Stores figures of days (ISO dates). The last figures of a day replace earlier ones. */
export async function storeFigures(
  tx: Tx,
  teamId: string,
  rows: readonly {
    readonly day: string
    readonly projectId: string | null
    readonly figures: DailyFigures
  }[],
): Promise<void> {
  const records = rows.map(({ projectId, ...row }) => ({ ...row, project: projectId ?? WHOLE_TEAM }))
  await tx.$executeRaw`
    INSERT INTO daily_figure (team_id, project_id, day, figures) SELECT ${teamId}::uuid, row.project, row.day, row.figures
    FROM json_to_recordset(${JSON.stringify(records)}::json) AS row(project uuid, day date, figures jsonb)
    ON CONFLICT (team_id, project_id, day) DO UPDATE SET figures = excluded.figures`
}

/** Returns figures by day, oldest first. `since` is an ISO date. */
export async function readFigures(
  teamId: string,
  projectId: string | null,
  since: string,
): Promise<(DailyFigures & { readonly day: string })[]> {
  const rows = await database().$queryRaw<{ day: string; figures: DailyFigures }[]>`
    SELECT day::text, figures FROM daily_figure WHERE team_id = ${teamId}::uuid AND project_id = ${projectId ?? WHOLE_TEAM}::uuid AND day >= ${since}::date ORDER BY day`
  return rows.map(({ day, figures }) => ({ day, ...figures }))
}
