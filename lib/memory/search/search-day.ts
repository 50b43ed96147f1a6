import { isInDateRange } from "../memory-files/date-range"

/** What `before:` and `after:` take. */
export const DAY_FORMS = "2026-03-14, 2026-03, 2026, today, yesterday, 30d, 2w, 6m or 1y"

/**
 * The ISO day that somebody means: a month or a year by its first day, `30d`, `2w`, `6m` and `1y` so long ago. `today` is an ISO day. Null for what is no day.
 */
export function readDay(typed: string, today: string): string | null {
  const text = typed.trim().toLowerCase()
  if (text === "today") return today
  if (text === "yesterday") return shifted(today, { days: 1 })
  const ago = /^(\d{1,4})([dwmy])$/.exec(text)
  if (ago !== null) {
    const many = Number(ago[1])
    return shifted(
      today,
      ago[2] === "d"
        ? { days: many }
        : ago[2] === "w"
          ? { days: many * 7 }
          : { months: ago[2] === "m" ? many : many * 12 },
    )
  }
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:t.*)?)?)?$/.exec(text) ?? []
  if (year === undefined) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || !isInDateRange(isoDay(date)) || date.getUTCDate() !== Number(day)
    ? null
    : isoDay(date)
}

/** Of a month that has no such day, its last one. */
function shifted(today: string, { days = 0, months = 0 }: { days?: number; months?: number }): string | null {
  const date = new Date(`${today}T00:00:00Z`)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  date.setUTCDate(
    Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()) - days,
  )
  return Number.isNaN(date.getTime()) || !isInDateRange(isoDay(date)) ? null : isoDay(date)
}

/** Years before 1000 have four digits, too. */
const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
