/** Local time: the day as 2026-03-29, and the minutes since midnight. */
export interface LocalTime {
  readonly day: string
  readonly minutes: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of an instant in a time zone. Throws a RangeError if the time zone is unknown. */
export function localTime(instant: Date, timeZone: string): LocalTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    })
  formats.set(timeZone, format)
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    minutes: Number(parts.hour) * 60 + Number(parts.minute),
  }
}

/**
 * Returns the instant of a local time such as "2026-11-04T09:31" or of the start of a day such as "2026-11-04". Unknown time zones count
 * as UTC. Null if it is not a time.
 */
export function instantAt(local: string, timeZone: string): Date | null {
  const asUtc = Date.parse(/T\d/.test(local) ? `${local}Z` : local)
  if (Number.isNaN(asUtc)) return null
  if (!isTimeZone(timeZone)) return new Date(asUtc)
  const near = asUtc - offsetAt(asUtc, timeZone)
  return new Date(asUtc - offsetAt(near, timeZone))
}

/** Returns how far a time zone is ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const { day, minutes } = localTime(new Date(instant), timeZone)
  return Date.parse(day) + minutes * 60_000 - Math.floor(instant / 60_000) * 60_000
}

/**
 * True for IANA names such as "Europe/Berlin". Offsets such as +02:00 lack daylight saving time and are
 * rejected.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && localTime(new Date(0), name).day !== ""
  } catch {
    return false
  }
}
