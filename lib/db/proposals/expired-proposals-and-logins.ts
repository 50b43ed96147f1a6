import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Returns the ids of teams with overdue proposals that still block the same change. `teams`: ids of the teams
 * to search; null for all.
 */
export async function teamsWithExpired(now: Date, teams: readonly string[] | null): Promise<string[]> {
  const rows = await database().$queryRaw<{ teamId: string }[]>`
    SELECT DISTINCT team_id AS "teamId" FROM proposal WHERE state = 'waiting' AND expires_at <= ${now}::timestamptz AND waiting_key IS NOT NULL AND ${teams === null ? Prisma.sql`true` : Prisma.sql`team_id = ANY(${[...teams]}::uuid[])`}`
  return rows.map((row) => row.teamId)
}

/** Expires overdue proposals of a team, so that the same change can be proposed again. Returns their ids. */
export async function expireProposals(tx: Tx, teamId: string, now: Date): Promise<{ id: string }[]> {
  return tx.$queryRaw<{ id: string }[]>`
    UPDATE proposal SET waiting_key = NULL WHERE team_id = ${teamId}::uuid AND state = 'waiting' AND expires_at <= ${now}::timestamptz AND waiting_key IS NOT NULL RETURNING id`
}

// The following rows have no effect anymore and are deleted without an audit event.

/** Deletes expired device logins. Returns their number. */
export async function dropExpiredDevices(now: Date): Promise<number> {
  return (await bookkeeping().deviceLogin.deleteMany({ where: { expiresAt: { lte: now } } })).count
}

/** Deletes counts of failed sign-ins that began more than a day ago. Returns the number of deleted counts. */
export async function deleteExpiredFailures(now: Date): Promise<number> {
  return (
    await bookkeeping().signInFailure.deleteMany({
      where: { since: { lt: new Date(now.getTime() - 86_400_000) } },
    })
  ).count
}
