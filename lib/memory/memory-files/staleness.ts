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

type Dated = Pick<ParsedEntry, "date" | "type" | "state">

/** True if an entry has a date and is older than the policy allows. Retired entries and future dates are not stale. */
export function isStale(entry: Dated, now: Date, policy: StalenessPolicy = DEFAULT_STALENESS): boolean {
  if (entry.state === "retired") return false
  const age = ageInDays(entry.date, now)
  const allowed = allowedFor(entry, policy)
  return age !== null && allowed !== null && age > allowed
}

function allowedFor({ type }: Dated, { days, byType = {} }: StalenessPolicy): number | null {
  const own = type === null ? undefined : ownValue(byType, type)
  return own === undefined ? days : own
}

/** Returns the number of stale entries, and the first ISO date on which time alone increases it; null: never. */
export function countStale(
  entries: readonly Dated[],
  now: Date,
  policy: StalenessPolicy,
): { readonly stale: number; readonly till: string | null } {
  const turns = entries
    .filter((entry) => entry.state !== "retired" && !isStale(entry, now, policy))
    .flatMap((entry) => {
      const allowed = allowedFor(entry, policy)
      const then = dayOf(entry.date)
      return allowed === null || then === null ? [] : (then + allowed + 1) * DAY
    })
  const first = turns.reduce<number | null>(
    (least, turn) => (least === null || turn < least ? turn : least),
    null,
  )
  return {
    stale: entries.filter((entry) => isStale(entry, now, policy)).length,
    till: first === null ? null : new Date(first).toISOString().slice(0, 10),
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
