import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** Teams with waiting proposals whose time is over and that nobody has said so of yet: they still hold the key by which they waited. */
export async function teamsWithExpired(now: Date, teams: readonly string[] | null): Promise<string[]> {
  const rows = await database().$queryRaw<{ teamId: string }[]>`
    SELECT DISTINCT team_id AS "teamId" FROM proposal WHERE state = 'waiting' AND expires_at <= ${now}::timestamptz AND waiting_key IS NOT NULL AND ${teams === null ? Prisma.sql`true` : Prisma.sql`team_id = ANY(${[...teams]}::uuid[])`}`
  return rows.map((row) => row.teamId)
}

/** Lets proposals of a team go whose time is over: whoever asks for the same again asks anew. */
export async function expireProposals(tx: Tx, teamId: string, now: Date): Promise<{ id: string }[]> {
  return tx.$queryRaw<{ id: string }[]>`
    UPDATE proposal SET waiting_key = NULL WHERE team_id = ${teamId}::uuid AND state = 'waiting' AND expires_at <= ${now}::timestamptz AND waiting_key IS NOT NULL RETURNING id`
}

// What follows lets nobody in and says nothing any more: it is cleared away without a word.

/** Command lines that nobody let in within their time. */
export async function dropExpiredDevices(now: Date): Promise<number> {
  return (await database().deviceLogin.deleteMany({ where: { expiresAt: { lte: now } } })).count
}

/** Failures to sign in that count no longer. */
export async function dropForgottenFailures(now: Date): Promise<number> {
  return (
    await database().signInFailure.deleteMany({
      where: { since: { lt: new Date(now.getTime() - 86_400_000) } },
    })
  ).count
}
