import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/**
 * Returns the number of effective decisions since an instant by verdict. `mine` counts those of one person.
 */
export async function countDecided(
  visible: Visibility,
  since: Date,
  userId: string,
): Promise<{ verdict: string; count: number; mine: number }[]> {
  return database().$queryRaw<{ verdict: string; count: number; mine: number }[]>`
    SELECT rv.verdict, count(*)::int AS count, count(*) FILTER (WHERE rv.by_id = ${userId})::int AS mine
    FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
    WHERE ${visibleRows(visible, "pr")} AND rv.created_at >= ${since} AND rv.undone_at IS NULL
    GROUP BY rv.verdict ORDER BY count DESC`
}
