import { bookkeeping, database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { digest } from "../infra/secret"

/** A command line that waits for approval. */
export interface DeviceLoginRow {
  readonly id: string
  readonly userCode: string
  readonly machine: string
  readonly address: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly approvedBy: string | null
  readonly deniedAt: Date | null
}

export interface NewDeviceLogin {
  readonly deviceCode: string
  readonly userCode: string
  readonly machine: string
  readonly address: string
  readonly now: Date
  readonly expiresAt: Date
}

/**
 * Stores a device login and deletes expired ones. Not audited, because nothing is approved yet. Returns false
 * if the user code exists.
 */
export async function addDeviceLogin({ deviceCode, now, ...rest }: NewDeviceLogin): Promise<boolean> {
  await bookkeeping().deviceLogin.deleteMany({ where: { expiresAt: { lte: now } } })
  const { count } = await bookkeeping().deviceLogin.createMany({
    data: [{ ...rest, id: newId(), createdAt: now, deviceCode: digest(deviceCode) }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Returns the waiting device login with this user code, or null. */
export async function findWaitingDevice(userCode: string, now: Date): Promise<DeviceLoginRow | null> {
  return database().deviceLogin.findFirst({
    where: { userCode, approvedBy: null, deniedAt: null, expiresAt: { gt: now } },
    omit: { deviceCode: true },
  })
}

/** Returns false if it was decided meanwhile. */
export async function decideDevice(
  tx: Tx,
  { id, decision, now }: { id: string; decision: { approvedBy: string } | { deniedAt: Date }; now: Date },
): Promise<boolean> {
  const { count } = await tx.deviceLogin.updateMany({
    where: { id, approvedBy: null, deniedAt: null, expiresAt: { gt: now } },
    data: decision,
  })
  return count === 1
}

/**
 * Returns the device login with this device code and the time of its last poll, and records this poll. Not
 * audited, because a poll is not a change.
 */
export async function pollDevice(
  deviceCode: string,
  now: Date,
): Promise<(DeviceLoginRow & { readonly polledBefore: Date | null }) | null> {
  const [row] = await database().$queryRaw<(DeviceLoginRow & { polledBefore: Date | null })[]>`
    UPDATE device_login AS asked SET polled_at = ${now}::timestamptz
    FROM (SELECT id, polled_at FROM device_login WHERE device_code = ${digest(deviceCode)} FOR UPDATE) AS before
    WHERE asked.id = before.id
    RETURNING asked.id, asked.user_code AS "userCode", asked.machine, asked.address, asked.created_at AS "createdAt", asked.expires_at AS "expiresAt",
      asked.approved_by AS "approvedBy", asked.denied_at AS "deniedAt", before.polled_at AS "polledBefore"`
  return row ?? null
}

/**
 * Deletes an approved device login, for its token. Returns false if it is missing, or the person has ended
 * all logins.
 */
export async function takeDevice(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.deviceLogin.deleteMany({
    where: { id, approvedBy: { not: null }, deniedAt: null },
  })
  return count === 1
}
