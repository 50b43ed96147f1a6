import type { ParsedFile } from "../memory-files/format"

/** Returns the Monday of an ISO date, as an ISO date. */
export function weekOf(date: string): string {
  const iso = date.slice(0, 10)
  const known = mondays.get(iso)
  if (known !== undefined) return known
  const day = new Date(`${iso}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  const monday = day.toISOString().slice(0, 10)
  if (mondays.size === MOST_MONDAYS) mondays.clear()
  mondays.set(iso, monday)
  return monday
}

/** Known Mondays by date. A fleet needs the same few hundred days a hundred thousand times. */
const mondays = new Map<string, string>()
const MOST_MONDAYS = 4_000

/**
 * Returns the number of dated entries and session records of a file by week. Future dates and dates before
 * 1970 do not count.
 */
export function activityOf(parsed: ParsedFile, now: Date): Record<string, number> {
  const weeks = new Map<string, number>()
  for (const [date, times] of datesOf(parsed, now)) {
    const week = weekOf(date)
    weeks.set(week, (weeks.get(week) ?? 0) + times)
  }
  return Object.fromEntries(weeks)
}

/**
 * Returns the latest date in a file, of the file itself, its entries or its sessions, but not after `now`.
 * Null if there is none.
 */
export function latestDate(parsed: ParsedFile, now: Date): string | null {
  const dates = [...datesOf(parsed, now).keys()]
  const stated = parsed.meta.lastUpdated?.slice(0, 10)
  if (stated !== undefined && stated >= EARLIEST && stated <= today(now)) dates.push(stated)
  return dates.toSorted().at(-1) ?? null
}

/**
 * Returns the date of a file: the latest date in it, or else the day of its last change in the source. Null
 * if neither is known.
 */
export const dayOfFile = (parsed: ParsedFile, modifiedAt: Date | null, now: Date): string | null =>
  latestDate(parsed, now) ?? modifiedAt?.toISOString().slice(0, 10) ?? null

/** Earliest valid date. Earlier dates are mistakes. */
const EARLIEST = "1970-01-05"

/** Returns the number of uses of each date up to `now` in a file. */
function datesOf(parsed: ParsedFile, now: Date): Map<string, number> {
  const last = today(now)
  const times = new Map<string, number>()
  for (const { date } of [...parsed.entries, ...parsed.sessions]) {
    const day = date?.slice(0, 10)
    if (day !== undefined && day >= EARLIEST && day <= last) times.set(day, (times.get(day) ?? 0) + 1)
  }
  return times
}

function today(now: Date): string {
  return now.toISOString().slice(0, 10)
}

const WEEK_MS = 7 * 86_400_000

/** Returns the Mondays of the last weeks as ISO dates, the oldest first, with the current week last. */
export function lastWeeks(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, place) =>
    weekOf(new Date(now.getTime() - (count - 1 - place) * WEEK_MS).toISOString()),
  )
}

/** The first Monday of 1970. */
const FIRST_MONDAY = Date.UTC(1970, 0, 5)

/** Returns the number of weeks from the first Monday of 1970 to a Monday, as in `MemoryFile.weeks`. */
export const weekNumber = (monday: string): number =>
  Math.round((Date.parse(monday) - FIRST_MONDAY) / WEEK_MS)
