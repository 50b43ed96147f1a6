import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/** Number of created proposals (`in`) and of decisions by verdict in one week. */
export interface FlowWeek {
  /** ISO date of the Monday of the week. */
  readonly week: string
  readonly in: number
  readonly approved: number
  readonly merged: number
  readonly rejected: number
  readonly withdrawn: number
}

/**
 * Returns figures by week (UTC) since `since`. Weeks without events are left out. Undone decisions do not
 * count.
 */
export async function flowByWeek(visible: Visibility, since: Date): Promise<FlowWeek[]> {
  return database().$queryRaw<FlowWeek[]>`
    SELECT to_char(week, 'YYYY-MM-DD') AS week, count(*) FILTER (WHERE verdict IS NULL)::int AS in, count(*) FILTER (WHERE verdict IN ('approved', 'edited'))::int AS approved,
      count(*) FILTER (WHERE verdict = 'merged')::int AS merged, count(*) FILTER (WHERE verdict = 'rejected')::int AS rejected, count(*) FILTER (WHERE verdict = 'withdrawn')::int AS withdrawn
    FROM (
      SELECT date_trunc('week', created_at AT TIME ZONE 'UTC') AS week, NULL AS verdict FROM proposal pr
        WHERE ${visibleRows(visible, "pr")} AND created_at >= ${since}
      UNION ALL
      SELECT date_trunc('week', rv.created_at AT TIME ZONE 'UTC'), rv.verdict FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
        WHERE ${visibleRows(visible, "pr")} AND rv.created_at >= ${since} AND rv.undone_at IS NULL
    ) AS happened GROUP BY week ORDER BY week`
}

/**
 * Returns the median hours from proposal to decision since an instant, without withdrawn ones. Null without
 * decisions.
 */
export async function medianHoursToDecide(visible: Visibility, since: Date): Promise<number | null> {
  const [row] = await database().$queryRaw<{ hours: number | null }[]>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM rv.created_at - pr.created_at) / 3600)::float8 AS hours
    FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
    WHERE ${visibleRows(visible, "pr")} AND rv.created_at >= ${since} AND rv.undone_at IS NULL AND rv.verdict <> 'withdrawn'`
  return row?.hours ?? null
}

/** Returns the number of waiting proposals by whole days, youngest first. Expired ones do not count. */
export async function waitingByDays(
  visible: Visibility,
  now: Date,
): Promise<{ days: number; count: number }[]> {
  return database().$queryRaw<{ days: number; count: number }[]>`
    SELECT greatest(0, floor(extract(epoch FROM ${now} - created_at) / 86400))::int AS days, count(*)::int AS count FROM proposal pr
    WHERE ${visibleRows(visible, "pr")} AND state = 'waiting' AND expires_at > ${now} GROUP BY days ORDER BY days`
}
