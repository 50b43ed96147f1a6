import type { Tx } from "./commit"

/** Hides waiting proposals from one person until a time; null shows them again. Returns how many. */
export async function snooze(tx: Tx, teamId: string, { userId, ids, until }: { userId: string; ids: readonly string[]; until: Date | null }): Promise<number> {
  if (until === null) return (await tx.snooze.deleteMany({ where: { teamId, userId, itemId: { in: [...ids] } } })).count
  return tx.$executeRaw`
    INSERT INTO snooze (team_id, item_id, user_id, until) SELECT ${teamId}::uuid, id, ${userId}::uuid, ${until} FROM proposal WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'waiting'
    ON CONFLICT (team_id, item_id, user_id) DO UPDATE SET until = excluded.until`
}

/** Gives waiting proposals to a person, or to nobody. Returns how many. */
export async function assign(tx: Tx, teamId: string, { ids, person }: { ids: readonly string[]; person: string | null }): Promise<number> {
  return (await tx.proposal.updateMany({ where: { teamId, id: { in: [...ids] }, state: "waiting" }, data: { assigneeId: person } })).count
}
