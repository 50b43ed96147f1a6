import { isInDateRange } from "../memory-files/date-range"

/** Valid values of `before:` and `after:`, for display. */
export const DAY_FORMS = "2026-03-14, 2026-03, 2026, today, yesterday, 30d, 2w, 6m or 1y"

/** Returns the ISO date for a typed day: the first day of a month or year, `30d`, `2w`, `6m` and `1y` ago. Null if invalid. */
export function readDay(typed: string, today: string): string | null {
  const text = typed.trim().toLowerCase()
  if (text === "today") return today
  if (text === "yesterday") return shifted(today, { days: 1 })
  const [, number, unit] = /^(\d{1,4})([dwmy])$/.exec(text) ?? []
  return unit === undefined ? readDate(text) : shifted(today, lengthOf(Number(number), unit))
}

function lengthOf(number: number, unit: string): { days?: number; months?: number } {
  switch (unit) {
    case "d":
      return { days: number }
    case "w":
      return { days: number * 7 }
    case "m":
      return { months: number }
    default:
      return { months: number * 12 }
  }
}

function readDate(text: string): string | null {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:t.*)?)?)?$/.exec(text) ?? []
  if (year === undefined) return null
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || !isInDateRange(isoDay(date)) || date.getUTCDate() !== Number(day)
    ? null
    : isoDay(date)
}

/** Returns a date some days or months ago; in a shorter month, its last day. Null if out of range. */
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

/** Returns the ISO date, with four digits for years before 1000 too. */
const isoDay = (date: Date): string => date.toISOString().slice(0, 10)
