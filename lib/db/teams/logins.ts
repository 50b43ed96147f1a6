import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Adds the login of a browser and deletes those of the person that have expired. Not audited: `login.begin` is, which comes first.
 * `expiresAt` is absolute, and no request extends it.
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
  await database().login.deleteMany({ where: { userId, expiresAt: { lte: now } } })
  await database().login.create({ data: { id, userId, expiresAt } })
}

/** Deletes one login of the person. Returns false where it has ended already. */
export async function deleteLogin(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const { count } = await tx.login.deleteMany({ where: { id, userId } })
  return count === 1
}

/** Deletes every login of the person. */
export async function deleteLogins(tx: Tx, userId: string): Promise<void> {
  await tx.login.deleteMany({ where: { userId } })
}
