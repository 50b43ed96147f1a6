const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Delays after each failed attempt, in milliseconds. After the last one, sending stops. */
export const WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
] as const

interface Failure {
  /** The number of attempts so far, including the failed one. */
  readonly attempts: number
  readonly at: Date
  /** Seconds to wait, from the receiver’s Retry-After, or null. */
  readonly retryAfter: number | null
}

/** Returns the time of the next attempt; null if sending stops. Respects Retry-After up to one day. */
export function nextAttempt({ attempts, at, retryAfter }: Failure): Date | null {
  const wait = WAITS_MS[attempts - 1]
  if (wait === undefined) return null
  return new Date(at.getTime() + Math.max(wait, Math.min((retryAfter ?? 0) * 1_000, 24 * HOUR_MS)))
}
