import { bookkeeping, database } from "../infra/client"

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
