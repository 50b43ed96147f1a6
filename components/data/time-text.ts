import { describeDays } from "@/lib/memory/memory-files/entry-dates"

/**
 * Returns the age of an instant: "just now", "12 min ago", "3 h ago", or after 24 hours the age in days of
 * the time zone. `at` and `now`: ISO instants.
 */
export function describeMoment(at: string, now: string, zone = "UTC"): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(at)) / 60_000)
  if (minutes < 1) return "just now"
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return describeAge(dayIn(at, zone), dayIn(now, zone))
}

/** Shown parts of an instant: "4 Nov 2026", "09:31", "4 Nov 2026, 09:31" or "4 Nov 2026, 09:31:07". */
export type InstantLook = "day" | "time" | "minute" | "second"

/** Returns an ISO instant in a time zone: "4 Nov 2026, 09:31". */
export function formatInstant(at: string, zone: string, look: InstantLook = "minute"): string {
  if (look === "day") return formatDay(dayIn(at, zone))
  const [, time = ""] = partsIn(at, zone)
  if (look === "time") return time.slice(0, 5)
  return `${formatDay(dayIn(at, zone))}, ${look === "second" ? time : time.slice(0, 5)}`
}

/** Returns an ISO instant for people in several zones: "4 Nov 2026, 09:31:07 UTC". */
export const formatUtc = (at: string, look: InstantLook = "second"): string =>
  `${formatInstant(at, "UTC", look)} UTC`

/** Returns the ISO date that an instant has in a time zone. */
export const dayIn = (at: string, zone: string): string => partsIn(at, zone)[0]

function partsIn(at: string, zone: string): [day: string, time: string] {
  const instant = new Date(at)
  if (Number.isNaN(instant.getTime())) return [at.slice(0, 10), at.slice(11, 19)]
  if (zone === "UTC") return [instant.toISOString().slice(0, 10), instant.toISOString().slice(11, 19)]
  // Swedish dates are ISO dates: "2026-11-04 09:31:07".
  const [day = "", time = ""] = formatterOf(zone).format(instant).split(" ")
  return [day, time]
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: zone,
  })
  formatters.set(zone, formatter)
  return formatter
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Returns the short name of an ISO date's month: "Nov". */
export const monthName = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? ""

/** Returns an ISO date without its year: "4 Nov". */
export const shortDay = (day: string): string => `${Number(day.slice(8, 10))} ${monthName(day)}`

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

/** Returns an ISO date with its weekday: "Wed, 4 Nov 2026". */
export const weekdayAndDay = (day: string): string =>
  `${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ""}, ${formatDay(day)}`

/** Returns an ISO date: "4 Nov 2026". An empty string stays empty. */
export const formatDay = (day: string): string => (day === "" ? "" : `${shortDay(day)} ${day.slice(0, 4)}`)

/** ISO dates that are not part of a path, and quotes. The quotes are memory text, which is shown as it is. */
const DATES = /“[^“”]{0,400}”|(?<![\w/.-])\d{4}-\d\d-\d\d(?![\w/-]|\.\w)/g

/** Returns a message with its ISO dates as in "4 Nov 2026". */
export const formatDates = (message: string): string =>
  message.replace(DATES, (found) => (found.startsWith("“") ? found : formatDay(found)))

const DAY_MS = 86_400_000

/**
 * Returns the age of a day, rounded down, as in "today", "5 days ago" or "9 months ago". Both are ISO dates.
 * Future dates count as today.
 */
export function describeAge(on: string, today: string): string {
  const days = Math.round((Date.parse(today.slice(0, 10)) - Date.parse(on.slice(0, 10))) / DAY_MS)
  if (days <= 0) return "today"
  if (days === 1) return "yesterday"
  if (days < 90) return `${days} days ago`
  return `${describeDays(days)} ago`
}
