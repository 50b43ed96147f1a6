const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/

/** Whether the words are a day of the calendar, `YYYY-MM-DD`. */
export function isDay(words: string): boolean {
  const match = DAY.exec(words)
  if (match === null) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

/** Whether the words are an ISO date, or an ISO date with a time. */
export const isDayOrInstant = (words: string): boolean =>
  isDay(words) || isDay(INSTANT.exec(words)?.[1] ?? "")

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
