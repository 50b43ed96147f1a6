import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

export async function findTeamName({ teamId }: Visibility): Promise<string | null> {
  return (await database().team.findUnique({ where: { id: teamId }, select: { name: true } }))?.name ?? null
}

/**
 * Returns the id of the team with this name, ignoring case. Null if there is none. Locks team names until the
 * end of the transaction.
 */
export async function teamNamed(tx: Tx, name: string): Promise<string | null> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('quarterdeck.team-names'))`
  const [row] = await tx.$queryRaw<
    { id: string }[]
  >`SELECT id FROM team WHERE lower(name) = lower(${name}) LIMIT 1`
  return row?.id ?? null
}

export async function renameTeam(tx: Tx, teamId: string, name: string): Promise<void> {
  await tx.team.update({ where: { id: teamId }, data: { name } })
}
