import { database } from "../infra/client"

/** Created and decided proposals of one week, by verdict. */
export interface FlowWeek {
  /** Monday, ISO date. */
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
export async function flowByWeek(teamId: string, projectId: string | null, since: Date): Promise<FlowWeek[]> {
  return database().$queryRaw<FlowWeek[]>`
    SELECT to_char(week, 'YYYY-MM-DD') AS week, count(*) FILTER (WHERE verdict IS NULL)::int AS in, count(*) FILTER (WHERE verdict IN ('approved', 'edited'))::int AS approved,
      count(*) FILTER (WHERE verdict = 'merged')::int AS merged, count(*) FILTER (WHERE verdict = 'rejected')::int AS rejected, count(*) FILTER (WHERE verdict = 'withdrawn')::int AS withdrawn
    FROM (
      SELECT date_trunc('week', created_at AT TIME ZONE 'UTC') AS week, NULL AS verdict FROM proposal
        WHERE team_id = ${teamId}::uuid AND created_at >= ${since} AND (${projectId}::uuid IS NULL OR project_id = ${projectId}::uuid)
      UNION ALL
      SELECT date_trunc('week', rv.created_at AT TIME ZONE 'UTC'), rv.verdict FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
        WHERE rv.team_id = ${teamId}::uuid AND rv.created_at >= ${since} AND rv.undone_at IS NULL AND (${projectId}::uuid IS NULL OR pr.project_id = ${projectId}::uuid)
    ) AS happened GROUP BY week ORDER BY week`
}

/**
 * Returns the median hours from proposal to decision since an instant, without withdrawn ones. Null without
 * decisions.
 */
export async function medianHoursToDecide(
  teamId: string,
  projectId: string | null,
  since: Date,
): Promise<number | null> {
  const [row] = await database().$queryRaw<{ hours: number | null }[]>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM rv.created_at - pr.created_at) / 3600)::float8 AS hours
    FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
    WHERE rv.team_id = ${teamId}::uuid AND rv.created_at >= ${since} AND rv.undone_at IS NULL AND rv.verdict <> 'withdrawn' AND (${projectId}::uuid IS NULL OR pr.project_id = ${projectId}::uuid)`
  return row?.hours ?? null
}

/** Returns the number of waiting proposals by whole days, youngest first. Expired ones do not count. */
export async function waitingByDays(
  teamId: string,
  projectId: string | null,
  now: Date,
): Promise<{ days: number; count: number }[]> {
  return database().$queryRaw<{ days: number; count: number }[]>`
    SELECT greatest(0, floor(extract(epoch FROM ${now} - created_at) / 86400))::int AS days, count(*)::int AS count FROM proposal
    WHERE team_id = ${teamId}::uuid AND state = 'waiting' AND expires_at > ${now} AND (${projectId}::uuid IS NULL OR project_id = ${projectId}::uuid) GROUP BY days ORDER BY days`
}
