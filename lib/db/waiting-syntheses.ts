import { database } from "./client"
import type { Tx } from "./commit"

/** How many syntheses wait for one person, and how many of those that wait they have snoozed. */
export async function countSynthesesFor(teamId: string, projectId: string | null, userId: string): Promise<{ waiting: number; snoozed: number }> {
  const [row] = await database().$queryRaw<{ waiting: number; snoozed: number }[]>`
    SELECT count(*) FILTER (WHERE sn.until IS NULL)::int AS waiting, count(sn.until)::int AS snoozed
    FROM synthesis sy LEFT JOIN snooze sn ON sn.team_id = sy.team_id AND sn.item_id = sy.id AND sn.user_id::text = ${userId} AND sn.until > now()
    WHERE sy.team_id = ${teamId}::uuid AND sy.state = 'waiting' AND (${projectId}::uuid IS NULL OR sy.project_id = ${projectId}::uuid)`
  return row ?? { waiting: 0, snoozed: 0 }
}

/** Until when one person has put syntheses of these teams off, by their ids. What is decided meanwhile is put off no more. */
export async function snoozedSyntheses(teamIds: readonly string[], userId: string): Promise<Map<string, Date>> {
  const rows = await database().$queryRaw<{ id: string; until: Date }[]>`
    SELECT sy.id, sn.until FROM snooze sn JOIN synthesis sy ON sy.team_id = sn.team_id AND sy.id = sn.item_id AND sy.state = 'waiting'
    WHERE sn.team_id = ANY(${[...teamIds]}::uuid[]) AND sn.user_id::text = ${userId} AND sn.until > now()`
  return new Map(rows.map((row) => [row.id, row.until]))
}

/** Hides syntheses that wait from one person until a time; null shows them again. Returns how many. */
export async function snoozeSyntheses(tx: Tx, teamId: string, { userId, ids, until }: { userId: string; ids: readonly string[]; until: Date | null }): Promise<number> {
  if (until === null) return (await tx.snooze.deleteMany({ where: { teamId, userId, itemId: { in: [...ids] } } })).count
  return tx.$executeRaw`
    INSERT INTO snooze (team_id, item_id, user_id, until) SELECT ${teamId}::uuid, id, ${userId}::uuid, ${until} FROM synthesis WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'waiting'
    ON CONFLICT (team_id, item_id, user_id) DO UPDATE SET until = excluded.until`
}
