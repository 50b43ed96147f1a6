import { z } from "zod"
import { isTimeZone, localTime } from "./local-time"

export const timeZoneName = z
  .string()
  .max(60, "a time zone has at most 60 characters")
  .refine(isTimeZone, "give a time zone such as Europe/Berlin")

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "give a time such as 22:00")

export const quietHours = z
  .object({ from: time, to: time, timeZone: timeZoneName })
  .strict()
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    error: "another time than from: else it would be quiet all day, or never",
  })
export type QuietHours = z.output<typeof quietHours>

const MINUTE_MS = 60_000
/** The longest quiet time, and an hour that the clock is set back. */
const MOST_MINUTES = 25 * 60

/**
 * When the quiet hours that `now` lies in are over, to the minute; null where it is not quiet. They begin and end as the clock on the wall says, so
 * a night in which it is set is an hour longer or shorter, and an end that it skips is where it goes on.
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
