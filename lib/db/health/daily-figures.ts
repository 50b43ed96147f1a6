import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { HealthPart } from "@/lib/memory/health/health-parts"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** Figures of a team or project for a day. */
export interface DailyFigures {
  /** Health score, 0–100. Null without memory. */
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
  /**
   * Number of files with an alert about a truncated file. `overBudget`: number of files with an alert about
   * an exceeded budget.
   */
  readonly pastCut: number
  readonly overBudget: number
  /** Number of open alerts by severity. */
  readonly alerts: { readonly error: number; readonly warning: number; readonly info: number }
  /** Number of waiting proposals. `conflicts`: number of open conflicts. */
  readonly waiting: number
  readonly conflicts: number
  /** Number of sessions started on that day. `receipts`: number of contexts delivered on that day. */
  readonly sessions: number
  readonly receipts: number
}

/** Value of the project column for the whole team. */
const WHOLE_TEAM = "00000000-0000-0000-0000-000000000000"

export type CountedOfDay = Pick<
  DailyFigures,
  "lines" | "undated" | "alerts" | "waiting" | "conflicts" | "sessions" | "receipts"
>

/**
 * Returns the current counts of lines, undated entries, open alerts, waiting proposals and open conflicts,
 * and the counts of sessions and receipts of a day (ISO date, UTC).
 */
export async function countOfDay(visible: Visibility, day: string): Promise<CountedOfDay> {
  const [row] = await database().$queryRaw<CountedOfDay[]>`
    SELECT (SELECT coalesce(sum(f.lines), 0)::int FROM memory_file f WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone' AND f.scope <> 'session') AS lines,
      (SELECT count(*)::int FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone' AND f.scope <> 'session' AND e.state = 'current' AND e.stated_on IS NULL) AS undated,
      (SELECT json_build_object('error', count(*) FILTER (WHERE severity = 'error'), 'warning', count(*) FILTER (WHERE severity = 'warning'), 'info', count(*) FILTER (WHERE severity = 'info')) FROM alert al
        WHERE ${visibleRows(visible, "al")} AND al.state = 'open') AS alerts,
      (SELECT count(*)::int FROM proposal pr WHERE ${visibleRows(visible, "pr")} AND pr.state = 'waiting' AND pr.expires_at > now()) AS waiting,
      (SELECT count(*)::int FROM conflict c WHERE ${visibleRows(visible, "c")} AND c.state = 'open') AS conflicts,
      (SELECT count(*)::int FROM agent_session s WHERE ${visibleRows(visible, "s")} AND s.started_at >= ${day}::date::timestamp AT TIME ZONE 'UTC' AND s.started_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC') AS sessions,
      (SELECT count(*)::int FROM receipt r WHERE ${visibleRows(visible, "r")} AND r.created_at >= ${day}::date::timestamp AT TIME ZONE 'UTC' AND r.created_at < (${day}::date + 1)::timestamp AT TIME ZONE 'UTC') AS receipts`
  return row as CountedOfDay
}

/** Stores figures of days (ISO dates), and replaces earlier figures of the same days. */
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

/** Returns the stored figures of days since the ISO date `since`, oldest first. */
export async function readFigures(
  visible: Visibility,
  since: string,
): Promise<(DailyFigures & { readonly day: string })[]> {
  const rows = await database().$queryRaw<{ day: string; figures: DailyFigures }[]>`
    SELECT day::text, figures FROM daily_figure WHERE team_id = ${visible.teamId}::uuid AND project_id = ${visible.projectId ?? WHOLE_TEAM}::uuid AND day >= ${since}::date ORDER BY day`
  return rows.map(({ day, figures }) => ({ day, ...figures }))
}
