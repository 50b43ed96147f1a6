import { z } from "zod"
import { ALERT_KINDS, ALERT_SEVERITIES } from "../alerts/kinds"
import { ADDRESS_HINT, MOST_ADDRESSES, problemOfUrl } from "./channel-addresses"
import { isTimeZone, localTime } from "./local-time"

export const timeZoneName = z
  .string()
  .max(60, "enter at most 60 characters")
  .refine(isTimeZone, "enter a valid time zone, such as Europe/Berlin")

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "enter a time such as 22:00")

export const quietHours = z
  .object({ from: time, to: time, timeZone: timeZoneName })
  .strict()
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    error: "enter an end time that differs from the start time",
  })
export type QuietHours = z.output<typeof quietHours>

const MINUTE_MS = 60_000
/** Maximum length of quiet hours in minutes, including an hour for a clock change. */
const MOST_MINUTES = 25 * 60

/**
 * Returns when the current quiet hours end, to the minute; null outside of quiet hours. Follows the local
 * clock: a night with a clock change is an hour longer or shorter.
 */
export function quietUntil(hours: QuietHours | null, now: Date): Date | null {
  if (hours === null || !isQuiet(hours, now)) return null
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  for (let later = 1; later <= MOST_MINUTES; later += 1) {
    const then = new Date((minute + later) * MINUTE_MS)
    if (!isQuiet(hours, then)) return then
  }
  return new Date((minute + MOST_MINUTES) * MINUTE_MS)
}

function isQuiet({ from, to, timeZone }: QuietHours, instant: Date): boolean {
  const { minutes } = localTime(instant, timeZone)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  return begin < end ? minutes >= begin && minutes < end : minutes >= begin || minutes < end
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

/** The URL of a webhook or a Slack-compatible receiver. Its DNS name is checked when something is sent. */
export const receiverUrl = z
  .string()
  .trim()
  .max(2_000, "enter at most 2,000 characters")
  .superRefine((text, context) => {
    const problem = problemOfUrl(text)
    if (problem !== null) context.addIssue({ code: "custom", message: problem })
  })

export const mailAddresses = z
  .array(z.email(ADDRESS_HINT).max(254))
  .min(1, "enter at least one email address")
  .max(MOST_ADDRESSES, `enter at most ${MOST_ADDRESSES} email addresses`)

export const channelName = z.string().trim().min(1, "enter a name").max(60, "enter at most 60 characters")

/** Filter of the alerts that a channel sends: lowest severity, kinds (empty: all) and quiet hours. */
export const channelScope = z.object({
  severity: z.enum(ALERT_SEVERITIES).default("warning"),
  kinds: z
    .array(z.enum(ALERT_KINDS))
    .max(ALERT_KINDS.length)
    .default([])
    .transform((kinds) => [...new Set(kinds)]),
  quietHours: quietHours.nullable().default(null),
})

const WAIT_MINUTE_MS = 60_000
const WAIT_HOUR_MS = 60 * WAIT_MINUTE_MS

/** Delays after each failed attempt, in milliseconds. After the last one, sending stops. */
export const WAITS_MS = [
  WAIT_MINUTE_MS,
  5 * WAIT_MINUTE_MS,
  30 * WAIT_MINUTE_MS,
  2 * WAIT_HOUR_MS,
  6 * WAIT_HOUR_MS,
  24 * WAIT_HOUR_MS,
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
  return new Date(at.getTime() + Math.max(wait, Math.min((retryAfter ?? 0) * 1_000, 24 * WAIT_HOUR_MS)))
}
