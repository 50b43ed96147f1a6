import { database } from "../infra/client"

/**
 * Returns the number of effective decisions since an instant by verdict. `mine` counts those of one person.
 */
export async function countDecided(
  teamId: string,
  projectId: string | null,
  since: Date,
  userId: string,
): Promise<{ verdict: string; count: number; mine: number }[]> {
  return database().$queryRaw<{ verdict: string; count: number; mine: number }[]>`
    SELECT rv.verdict, count(*)::int AS count, count(*) FILTER (WHERE rv.by_id = ${userId})::int AS mine
    FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
    WHERE rv.team_id = ${teamId}::uuid AND rv.created_at >= ${since} AND rv.undone_at IS NULL AND (${projectId}::uuid IS NULL OR pr.project_id = ${projectId}::uuid)
    GROUP BY rv.verdict ORDER BY count DESC`
}
