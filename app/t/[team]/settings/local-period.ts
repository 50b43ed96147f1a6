import { instantAt } from "@/lib/memory/notifications/local-time"

interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Returns a period of dates in the time zone `zone` as instants. The end is the start of the day after `to`.
 * Instants and invalid dates are returned unchanged.
 */
export function localPeriod({ from, to }: Period, zone: string): Period {
  return {
    ...(from ? { from: startOf(from, zone) } : {}),
    ...(to ? { to: isDay(to) ? startOf(dayAfter(to), zone) : to } : {}),
  }
}

const isDay = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date))

const startOf = (date: string, zone: string): string =>
  isDay(date) ? (instantAt(date, zone)?.toISOString() ?? date) : date

const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
