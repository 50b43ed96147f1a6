import { bookkeeping } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Stores a login of a browser and deletes expired logins of the person. Writes no audit event, because the
 * caller has written `login.begin`. `expiresAt` is never extended.
 */
export async function addLogin({
  id,
  userId,
  now,
  expiresAt,
}: {
  id: string
  userId: string
  now: Date
  expiresAt: Date
}): Promise<void> {
  await bookkeeping().login.deleteMany({ where: { userId, expiresAt: { lte: now } } })
  await bookkeeping().login.create({ data: { id, userId, expiresAt } })
}

/** Deletes a login of the person. Returns false if it has ended already. */
export async function deleteLogin(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { count } = await tx.login.deleteMany({ where: { id, userId } })
  return count === 1
}

/** Deletes all logins of the person. */
export async function deleteLogins(tx: Tx, userId: string): Promise<void> {
  await tx.login.deleteMany({ where: { userId } })
}
