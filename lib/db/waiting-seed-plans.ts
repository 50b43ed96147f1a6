import { database } from "./client"
import type { Tx } from "./commit"

/** How many seed plans wait for one person, and how many of those that wait they have snoozed. */
export async function countSeedPlansFor(teamId: string, projectId: string | null, userId: string): Promise<{ waiting: number; snoozed: number }> {
  const [row] = await database().$queryRaw<{ waiting: number; snoozed: number }[]>`
    SELECT count(*) FILTER (WHERE sn.until IS NULL)::int AS waiting, count(sn.until)::int AS snoozed
    FROM seed_plan sp LEFT JOIN snooze sn ON sn.team_id = sp.team_id AND sn.item_id = sp.id AND sn.user_id::text = ${userId} AND sn.until > now()
    WHERE sp.team_id = ${teamId}::uuid AND sp.state = 'waiting' AND (${projectId}::uuid IS NULL OR sp.project_id = ${projectId}::uuid)`
  return row ?? { waiting: 0, snoozed: 0 }
}

/** Until when one person has put seed plans of a team off, by their ids. What is decided meanwhile is put off no more. */
export async function snoozedSeedPlans(teamIds: readonly string[], userId: string): Promise<Map<string, Date>> {
  const rows = await database().$queryRaw<{ id: string; until: Date }[]>`
    SELECT sp.id, sn.until FROM snooze sn JOIN seed_plan sp ON sp.team_id = sn.team_id AND sp.id = sn.item_id AND sp.state = 'waiting'
    WHERE sn.team_id = ANY(${[...teamIds]}::uuid[]) AND sn.user_id::text = ${userId} AND sn.until > now()`
  return new Map(rows.map((row) => [row.id, row.until]))
}

export interface SnoozableSeedPlan {
  readonly id: string
  readonly teamId: string
  readonly agentName: string | null
  readonly category: string | null
}

/** Those of `ids` that stand in these places. */
export function findSeedPlans(places: readonly { teamId: string; projectId: string | null }[], ids: readonly string[]): Promise<SnoozableSeedPlan[]> {
  return database().seedPlan.findMany({
    where: { id: { in: [...ids] }, OR: places.map(({ teamId, projectId }) => ({ teamId, ...(projectId === null ? {} : { projectId }) })) },
    select: { id: true, teamId: true, agentName: true, category: true },
  })
}

/** Hides seed plans that wait from one person until a time; null shows them again. Returns how many. */
export async function snoozeSeedPlans(tx: Tx, teamId: string, { userId, ids, until }: { userId: string; ids: readonly string[]; until: Date | null }): Promise<number> {
  if (until === null) return (await tx.snooze.deleteMany({ where: { teamId, userId, itemId: { in: [...ids] } } })).count
  return tx.$executeRaw`
    INSERT INTO snooze (team_id, item_id, user_id, until) SELECT ${teamId}::uuid, id, ${userId}::uuid, ${until} FROM seed_plan WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'waiting'
    ON CONFLICT (team_id, item_id, user_id) DO UPDATE SET until = excluded.until`
}
