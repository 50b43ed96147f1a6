const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long is waited after each attempt that failed; after the last one it is given up. */
export const WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
] as const

interface Failure {
  /** Made until now, with the one that failed. */
  readonly attempts: number
  readonly at: Date
  /** Seconds that the receiver asked to be left alone for; null: it asked for nothing. */
  readonly retryAfter: number | null
}

/** When to try again; null: given up. A receiver that asks for more time gets it, up to a day. */
export function nextAttempt({ attempts, at, retryAfter }: Failure): Date | null {
  const wait = WAITS_MS[attempts - 1]
  if (wait === undefined) return null
  return new Date(at.getTime() + Math.max(wait, Math.min((retryAfter ?? 0) * 1_000, 24 * HOUR_MS)))
}
