import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** A command line login: an access token that acts as the person. */
export interface CommandLineRow {
  readonly id: string
  /** Name of the machine, as the command line sent it. */
  readonly name: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
}

/** Returns the valid command line logins of a person, newest first. */
export async function readCommandLines(userId: string, now: Date): Promise<CommandLineRow[]> {
  return database().accessToken.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    select: { id: true, name: true, createdAt: true, expiresAt: true, lastUsedAt: true },
    orderBy: { createdAt: "desc" },
  })
}

/** Ends a person's own login and returns its name. Null if it has ended or belongs to another person. */
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
 * Ends all command line logins of a person. Deletes approved device logins without a token first: a request
 * that fetches its token at the same time keeps the row locked until its token can be revoked.
 */
export async function endCommandLines(tx: Tx, userId: string): Promise<void> {
  await tx.deviceLogin.deleteMany({ where: { approvedBy: userId } })
  await tx.accessToken.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } })
}
