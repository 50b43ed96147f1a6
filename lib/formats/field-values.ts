import { DATE_RANGE, isInDateRange } from "../memory/memory-files/entry-dates"

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

/** Highest count. Counts are stored as 32-bit integers. */
export const HIGHEST_COUNT = 2_147_483_647

/** True for a whole number from 0 to `HIGHEST_COUNT`. */
export const isCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= HIGHEST_COUNT

/** Returns why a count was ignored: "Session count 1e308 is out of range; ignored. Write a whole number from 0 to 2,147,483,647". */
export function describeBadCount(name: string, stated: string): string {
  const shown = stated.length > 40 ? `${stated.slice(0, 40)}…` : stated
  const isNumber = shown.trim() !== "" && !Number.isNaN(Number(stated))
  const next = `Write a whole number from 0 to ${HIGHEST_COUNT.toLocaleString("en")}`
  return isNumber
    ? `${name} ${shown} is out of range and was ignored. ${next}`
    : `${name} ${shown} is not a number and was ignored. ${next}`
}

/** Types of the memory protocol. Source: the memory protocol, "Memory Schema". */
export const PROTOCOL_TYPES = ["decision", "convention", "pattern", "preference"] as const

/** Types of a topic file in Claude Code memory. */
export const TOPIC_TYPES = ["user", "feedback", "project", "reference"] as const

/**
 * Returns a message for a missing word or a word outside of a closed list; null if the list has the word.
 * `called`: name of the member, such as "type".
 */
export function describeUnknown(
  called: string,
  stated: string | null,
  known: readonly string[],
): string | null {
  if (stated === null) return `"${called}" is missing; use ${listed(known)}`
  if (known.includes(stated.trim())) return null
  const shown = stated.length > 40 ? `${stated.slice(0, 40)}…` : stated
  return `"${shown}" is not a known ${called}; use ${listed(known)}`
}

const listed = (known: readonly string[]): string => `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`

/** True for text that a database can hold: no NUL character and no lone surrogate, which only escapes can produce. */
export const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** Returns a message about an escaped character that the database cannot store. */
export const describeUnstorable = (text: string): string =>
  text.includes("\0")
    ? "This escape sequence stands for the NUL character, which cannot be stored and is shown as \u2400; remove the sequence"
    : "This escape sequence stands for half of a character (a lone surrogate), which cannot be stored and is shown as \uFFFD; write the whole character"
