import { describeAge } from "./age"
import { formatDay } from "./day-text"

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
