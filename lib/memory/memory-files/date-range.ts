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
