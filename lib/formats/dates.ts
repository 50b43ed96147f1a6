import { DATE_RANGE, isInDateRange } from "../memory/memory-files/date-range"

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/

/** True for a day of the calendar within the dates that Quarterdeck works with, written as `YYYY-MM-DD`. */
export const isDay = (words: string): boolean => isCalendarDay(words) && isInDateRange(words)

/**
 * True for a valid day, alone or with a time of day and a time zone of at most 14 hours. Leap seconds and
 * 24:00 are invalid.
 */
export const isDayOrInstant = (words: string): boolean =>
  isDay(words) || isDay(INSTANT.exec(words)?.[1] ?? "")

/** Returns why text in the place of a date was ignored: "9999-12-31 is out of range and was ignored; …". */
export function describeBadDate(words: string): string {
  const shown = words.length > 40 ? `${words.slice(0, 40)}…` : words
  const day = /\d{4}-\d{2}-\d{2}/.exec(words)?.[0] ?? ""
  const isTooFar = /^\W*[+-]?\d{5,}-\d/.test(words) || (isCalendarDay(day) && !isInDateRange(day))
  return isTooFar
    ? `${shown} is out of range and was ignored; use ${DATE_RANGE}`
    : `${shown} is not a calendar date and was ignored; write a valid date as YYYY-MM-DD`
}

function isCalendarDay(words: string): boolean {
  const match = DAY.exec(words)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
