import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** A person's login at a command line: an access token that acts as them. */
export interface CommandLineRow {
  readonly id: string
  /** What it said of its machine. */
  readonly name: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/** Those of one person that hold, the newest first. */
export async function readCommandLines(userId: string, now: Date): Promise<CommandLineRow[]> {
  return database().accessToken.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    select: { id: true, name: true, createdAt: true, expiresAt: true, lastUsedAt: true },
    orderBy: { createdAt: "desc" },
  })
}

/** Only the person's own. Null when it has ended already, or is none of theirs; else its name. */
export async function endCommandLine(
  tx: Tx,
  { userId, id, now }: { userId: string; id: string; now: Date },
): Promise<string | null> {
  const where = { id, userId, revokedAt: null }
  const found = await tx.accessToken.findFirst({ where, select: { name: true } })
  const { count } = await tx.accessToken.updateMany({ where, data: { revokedAt: now } })
  return count === 1 ? (found?.name ?? null) : null
}

/**
 * Ends every command line of a person, those first that were let in and have not fetched their token: one that is fetching it at
 * this moment keeps its row locked until the token is there to be revoked.
 */
export async function endCommandLines(tx: Tx, userId: string): Promise<void> {
  await tx.deviceLogin.deleteMany({ where: { approvedBy: userId } })
  await tx.accessToken.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } })
}
