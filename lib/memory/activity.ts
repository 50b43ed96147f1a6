import type { ParsedFile } from "./format"

/** Monday of the week of an ISO date, as an ISO date. */
export function weekOf(date: string): string {
  const day = new Date(`${date.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** How much a file dates, by week: entries and session records together. Dates in the future do not count. */
export function activityOf(parsed: ParsedFile, now: Date): Record<string, number> {
  const weeks: Record<string, number> = {}
  for (const date of datesOf(parsed, now)) weeks[weekOf(date)] = (weeks[weekOf(date)] ?? 0) + 1
  return weeks
}

/** The latest date that the file states of itself, its entries or its sessions, not after `now`; null where it states none. */
export function latestDate(parsed: ParsedFile, now: Date): string | null {
  const stated = parsed.meta.lastUpdated === null ? [] : [parsed.meta.lastUpdated.slice(0, 10)].filter((date) => date <= today(now))
  return [...datesOf(parsed, now), ...stated].toSorted().at(-1) ?? null
}

function datesOf(parsed: ParsedFile, now: Date): string[] {
  const dates = [...parsed.entries.map((entry) => entry.date), ...parsed.sessions.map((record) => record.date)]
  return dates.flatMap((date) => (date !== null && date.slice(0, 10) <= today(now) ? [date.slice(0, 10)] : []))
}

function today(now: Date): string {
  return now.toISOString().slice(0, 10)
}
