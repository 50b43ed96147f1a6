import { ownValue } from "@/lib/memory/text/own-value"
import type { ParsedEntry } from "./format"

/** Age in days above which entries are stale; null: never. */
export interface StalenessPolicy {
  readonly days: number | null
  /** Age limits of single types: a preference may outlive a project fact. */
  readonly byType?: Readonly<Record<string, number | null>>
}

/** Default age in days above which an entry is stale. */
export const STALE_AFTER_DAYS = 180

export const DEFAULT_STALENESS: StalenessPolicy = { days: STALE_AFTER_DAYS }

/** What people confirmed about an entry after the date that it states. */
export interface EntryConfirmation {
  /** ISO day on which the verification of the current text expires; null if the text is unverified. */
  readonly vouchedUntil: string | null
  /** ISO day of the latest decision on a conflict that kept the current text; null without one. */
  readonly keptOn: string | null
}

type Dated = Pick<ParsedEntry, "date" | "type" | "state"> & Partial<EntryConfirmation>

/**
 * True if an entry has a date and is older than the policy allows. Retired, verified and future entries are
 * not stale. An entry that a conflict decision kept is as old as the decision.
 */
export function isStale(entry: Dated, now: Date, policy: StalenessPolicy = DEFAULT_STALENESS): boolean {
  const from = firstStaleDay(entry, policy)
  return from !== null && Math.floor(now.getTime() / DAY) >= from
}

/** Returns the first ISO day on which an entry is stale unless its facts change; null: never. */
export function staleFrom(entry: Dated, policy: StalenessPolicy): string | null {
  const from = firstStaleDay(entry, policy)
  return from === null ? null : new Date(from * DAY).toISOString().slice(0, 10)
}

/** Returns the first day on which an entry is stale, in days since 1970-01-01; null: never. */
function firstStaleDay(entry: Dated, policy: StalenessPolicy): number | null {
  const stated = dayOf(entry.date)
  const allowed = allowedAge(entry, policy)
  if (entry.state === "retired" || stated === null || allowed === null) return null
  const confirmed = Math.max(stated, dayOf(entry.keptOn ?? null) ?? stated)
  const old = Math.floor(confirmed + allowed) + 1
  return Math.max(old, dayOf(entry.vouchedUntil ?? null) ?? old)
}

/** Returns the age in days above which an entry of this type is stale; null: never. */
export function allowedAge(
  { type }: Pick<Dated, "type">,
  { days, byType = {} }: StalenessPolicy,
): number | null {
  const own = type === null ? undefined : ownValue(byType, type)
  return own === undefined ? days : own
}

/** Returns the number of stale entries, and the first ISO date on which time alone increases it; null: never. */
export function countStale(
  entries: readonly Dated[],
  now: Date,
  policy: StalenessPolicy,
): { readonly stale: number; readonly till: string | null } {
  const fresh = entries.filter((entry) => !isStale(entry, now, policy))
  const turns = fresh.flatMap((entry) => firstStaleDay(entry, policy) ?? [])
  const first = turns.reduce<number | null>(
    (least, turn) => (least === null || turn < least ? turn : least),
    null,
  )
  return {
    stale: entries.length - fresh.length,
    till: first === null ? null : new Date(first * DAY).toISOString().slice(0, 10),
  }
}

/** Returns whole calendar days since a date (UTC); negative for a future date, null without a date. */
export function ageInDays(date: string | null, now: Date): number | null {
  const then = dayOf(date)
  return then === null ? null : Math.floor(now.getTime() / DAY) - then
}

/** Returns the number of days since 1970-01-01; null without a valid date. */
function dayOf(date: string | null): number | null {
  const then = date === null ? Number.NaN : Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(then) ? null : then / DAY
}

const DAY = 86_400_000

/** Returns the indexes of current entries without a date if at least half of the entries have one; else none. */
export function listUndated(entries: readonly Dated[]): number[] {
  const dated = entries.filter((entry) => entry.date !== null).length
  if (dated === 0 || dated * 2 < entries.length) return []
  return entries.flatMap((entry, index) => (entry.date === null && entry.state === "current" ? [index] : []))
}

type Aged = Pick<ParsedEntry, "date" | "state" | "retiredBecause">

/** Returns the age of an entry for the end of its line: "6 weeks", "retired 11 Feb", "undated". Null if there is nothing to show. */
export function describeEntryAge(entry: Aged, now: Date, isUndated: boolean): string | null {
  if (entry.state === "retired") {
    const on = /\b\d{4}-\d{2}-\d{2}\b/.exec(entry.retiredBecause ?? "")?.[0]
    return on === undefined || Number.isNaN(Date.parse(on)) ? "retired" : `retired ${shortDay(on, now)}`
  }
  if (entry.date === null) return isUndated ? "undated" : null
  return describeDays(ageInDays(entry.date, now))
}

/**
 * Returns an age in words, rounded down: "today", "12 days", "6 weeks", "9 months", "2 years"; for a future
 * day "in 3 days". Null if `days` is null.
 */
export function describeDays(days: number | null): string | null {
  if (days === null) return null
  if (days < 0) return days === -1 ? "tomorrow" : `in ${-days} days`
  if (days === 0) return "today"
  if (days === 1) return "yesterday"
  if (days < 14) return `${days} days`
  if (days < 61) return `${Math.floor(days / 7)} weeks`
  if (days < 730) return `${Math.floor((days * 12) / 365)} months`
  return `${Math.floor(days / 365)} years`
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Returns a day as "11 Feb", with the year if it is not the current one. */
export function shortDay(date: string, now: Date): string {
  const [year = "", month = "1", day = "1"] = date.slice(0, 10).split("-")
  const short = `${Number(day)} ${MONTHS[Number(month) - 1] ?? ""}`
  return Number(year) === now.getUTCFullYear() ? short : `${short} ${year}`
}

/**
 * First of the dates that Quarterdeck accepts. Other dates are typing errors or placeholders, and arithmetic
 * on them overflows.
 */
export const FIRST_DAY = "1970-01-01"
export const LAST_DAY = "2199-12-31"

/** Accepted dates in words, for messages. */
export const DATE_RANGE = `dates from ${FIRST_DAY} to ${LAST_DAY}`

/**
 * True for an ISO date, or an instant that begins with one, within the range. Does not check that the day
 * exists in the calendar.
 */
export function isInDateRange(isoDate: string): boolean {
  const day = isoDate.slice(0, 10)
  return day >= FIRST_DAY && day <= LAST_DAY
}
