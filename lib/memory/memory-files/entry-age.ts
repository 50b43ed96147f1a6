import type { ParsedEntry } from "./format"
import { ageInDays } from "./staleness"

type Dated = Pick<ParsedEntry, "date" | "state" | "retiredBecause">

/** Returns the age of an entry for the end of its line: "6 weeks", "retired 11 Feb", "undated". Null if there is nothing to show. */
export function describeEntryAge(entry: Dated, now: Date, isUndated: boolean): string | null {
  if (entry.state === "retired") {
    const on = /\b\d{4}-\d{2}-\d{2}\b/.exec(entry.retiredBecause ?? "")?.[0]
    return on === undefined || Number.isNaN(Date.parse(on)) ? "retired" : `retired ${shortDay(on, now)}`
  }
  if (entry.date === null) return isUndated ? "undated" : null
  return describeDays(ageInDays(entry.date, now))
}

/**
 * Returns an age in words: "today", "12 days", "6 weeks", "9 months", "2 years"; for a future day "in 3
 * days". Null if `days` is null.
 */
export function describeDays(days: number | null): string | null {
  if (days === null) return null
  if (days < 0) return days === -1 ? "tomorrow" : `in ${-days} days`
  if (days === 0) return "today"
  if (days === 1) return "yesterday"
  if (days < 14) return `${days} days`
  if (days < 61) return `${Math.round(days / 7)} weeks`
  if (days < 730) return `${Math.round(days / 30.4)} months`
  return `${Math.round(days / 365)} years`
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Returns a day as "11 Feb", with the year if it is not the current one. */
export function shortDay(date: string, now: Date): string {
  const [year = "", month = "1", day = "1"] = date.slice(0, 10).split("-")
  const short = `${Number(day)} ${MONTHS[Number(month) - 1] ?? ""}`
  return Number(year) === now.getUTCFullYear() ? short : `${short} ${year}`
}
