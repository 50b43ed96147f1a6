import { z } from "zod"
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
