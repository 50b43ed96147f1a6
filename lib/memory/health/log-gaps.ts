import { addDays, daysAfter } from "../alerts/day"

/** Days without a log between two days that have one. */
export interface LogGap {
  /** ISO days with a log, before and after the gap. */
  readonly from: string
  readonly to: string
  /** Number of days between them. */
  readonly days: number
  /** Number of older gaps. */
  readonly earlier: number
}

/** Number of days after which a gap is no longer reported. */
const FORGOTTEN_AFTER_DAYS = 90

/**
 * Returns the newest gap between daily logs, with the number of those before it; null if there is none. A weekend alone is not a gap, nor is the
 * time after the last log. `logs` and `today` are ISO days, in any order.
 */
export function newestLogGap(logs: readonly string[], today: string): LogGap | null {
  const days = [...new Set(logs)].filter((day) => day <= today).toSorted()
  const gaps = days.flatMap((to, place) => {
    const from = days[place - 1]
    if (from === undefined || daysAfter(today, to) > FORGOTTEN_AFTER_DAYS) return []
    const between = daysAfter(to, from) - 1
    return hasWorkday(from, between) ? [{ from, to, days: between }] : []
  })
  const newest = gaps.at(-1)
  return newest === undefined ? null : { ...newest, earlier: gaps.length - 1 }
}

/**
 * True if at least one of the days after `from` is a workday. More than two days in a row always include one.
 */
function hasWorkday(from: string, days: number): boolean {
  if (days > 2) return true
  return Array.from({ length: days }, (_, place) => addDays(from, place + 1)).some(
    (day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
  )
}
