import type { Tx } from "../infra/commit"

/** Assigns open conflicts to a person, or removes their assignment. Returns the ids of those that changed. */
export async function assignConflictRows(
  tx: Tx,
  teamId: string,
  { ids, person }: { ids: readonly string[]; person: string | null },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE conflict SET assignee_id = ${person}::uuid WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'open' AND assignee_id IS DISTINCT FROM ${person}::uuid RETURNING id`
  return rows.map((row) => row.id)
}

/**
 * Unassigns everything in the team from a person who leaves it, and deletes the person's notices. Returns the
 * number of items that were unassigned.
 */
export async function clearAssignmentsOf(tx: Tx, teamId: string, person: string): Promise<number> {
  const theirs = { where: { teamId, assigneeId: person }, data: { assigneeId: null } }
  const cleared = [
    await tx.proposal.updateMany(theirs),
    await tx.conflict.updateMany(theirs),
    await tx.alert.updateMany(theirs),
  ]
  await tx.personalNotice.deleteMany({ where: { teamId, userId: person } })
  return cleared.reduce((sum, { count }) => sum + count, 0)
}
