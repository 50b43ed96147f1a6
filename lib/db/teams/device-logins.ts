import { bookkeeping, database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { digest } from "../infra/secret"

/** A login of a command line that a person must approve. */
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
 * Stores a device login and deletes expired ones. Writes no audit event, because nothing is approved yet.
 * Returns false if the user code or the device code exists already.
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

/** Approves or denies a waiting device login. Returns false if it was decided already or has expired. */
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
 * Returns the device login with this device code and the time of its previous poll, and stores the time of
 * this poll. Null if there is none. Writes no audit event, because a poll is not a change.
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
 * Deletes an approved device login before its token is created. Returns false if it does not exist, because
 * its token was fetched or the person has ended all logins.
 */
export async function takeDevice(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.deviceLogin.deleteMany({
    where: { id, approvedBy: { not: null }, deniedAt: null },
  })
  return count === 1
}
