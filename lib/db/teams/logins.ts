import { bookkeeping, database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { digest } from "../infra/secrets"

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

/**
 * Limits for failed sign-ins: the number of attempts without a delay, the first delay, and the longest delay.
 * The delay doubles with each failure.
 */
export interface AttemptLimit {
  readonly free: number
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
}

/** Number of seconds after the last failure after which the count starts again. */
const MEMORY_SECONDS = 3_600

/**
 * Counts a sign-in before it is attempted, so that concurrent attempts all count. Returns null if the attempt
 * is allowed, else the time at which the next attempt is allowed. Uses one statement, so that the database
 * resolves races. Writes no audit event, because an attempt is not a change.
 */
export async function countAttempt(key: string, patience: AttemptLimit, now: Date): Promise<Date | null> {
  const { free, firstWaitSeconds, longestWaitSeconds } = patience
  const counted = await bookkeeping().$queryRaw<{ failures: number }[]>`
    INSERT INTO sign_in_failure AS known (key, failures, since) VALUES (${key}, 1, ${now}::timestamptz)
    ON CONFLICT (key) DO UPDATE
      SET failures = CASE WHEN known.since < ${now}::timestamptz - make_interval(secs => ${MEMORY_SECONDS}::int) THEN 1 ELSE known.failures + 1 END,
          since = ${now}::timestamptz
      WHERE known.failures < ${free}::int
         OR known.since + make_interval(secs => LEAST(${longestWaitSeconds}::int, ${firstWaitSeconds}::int * 2.0 ^ LEAST(known.failures - ${free}::int, 20))) <= ${now}::timestamptz
    RETURNING failures`
  if (counted.length > 0) return null
  const row = await database().signInFailure.findUnique({ where: { key } })
  if (row === null) return null
  const wait = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** Math.min(row.failures - free, 20))
  return new Date(row.since.getTime() + wait * 1_000)
}

/** Deletes the count of a key after a success. */
export async function forgetAttempts(key: string): Promise<void> {
  await bookkeeping().signInFailure.deleteMany({ where: { key } })
}

/** Removes one count that `countAttempt` added. Earlier failures still count. */
export async function takeBackAttempt(key: string): Promise<void> {
  await bookkeeping().signInFailure.updateMany({
    where: { key, failures: { gt: 0 } },
    data: { failures: { decrement: 1 } },
  })
}
