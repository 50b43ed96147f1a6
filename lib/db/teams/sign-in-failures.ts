import { bookkeeping, database } from "../infra/client"

/** Number of free attempts, the first delay and the longest delay. The delay doubles with each failure. */
export interface AttemptLimit {
  readonly free: number
  readonly firstWaitSeconds: number
  readonly longestWaitSeconds: number
}

/** Failures are deleted this long after the last one. */
const MEMORY_SECONDS = 3_600

/**
 * Counts a sign-in before it is attempted, so that concurrent attempts all count. Returns null if it may go
 * on, else the time to wait for. One statement, so that races are settled in the database. Not audited,
 * because an attempt is not a change.
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
