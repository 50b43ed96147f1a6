import type { Slots } from "../infra/sql-fragments"

/**
 * SQL for the marks of an entry `e` in the word index. Marks are numbers: the period of 32 days of its date,
 * from 1000 on the year of twelve such periods (-1: undated, -2: retired), and hashes of scope, type, project
 * and agent. The index `entry_search_idx` has the same expression. Hashes can collide, so queries also check
 * the value itself.
 */
const MARKS = `(CASE WHEN e.state = 'retired' THEN ARRAY[-2] WHEN e.stated_on IS NULL THEN ARRAY[-1]
    ELSE ARRAY[greatest(0, least(640, (e.stated_on - DATE '2000-01-01') / 32)), 1000 + greatest(0, least(640, (e.stated_on - DATE '2000-01-01') / 32)) / 12] END
  || ARRAY[hashtext(e.scope), hashtext(e.type), uuid_hash(e.project_id), uuid_hash(e.agent_id)])`

export const RETIRED = -2
const LAST_STRETCH = 640
const A_YEAR = 12
const FIRST_YEAR = 1000
/** Maximum number of marks of one query: the index is slow with many. */
const FEW = 14

/** Returns the SQL condition that an entry has one of the marks. */
export const hasMark = (numbers: readonly number[], slots: Slots): string =>
  `${MARKS} && ${slots.of(numbers, "int[]")}`

/** Returns the SQL condition that an entry may have one of the values. */
export function mayHaveValue(values: readonly string[], kind: "text" | "uuid", slots: Slots): string {
  const hash = kind === "text" ? "hashtext" : "uuid_hash"
  return `${MARKS} && ARRAY(SELECT ${hash}(one) FROM unnest(${slots.of(values, `${kind}[]`)}) one)`
}

/**
 * Returns the marks of entries dated from one ISO day to another (null: no end). Slightly earlier or later
 * entries can have the same marks.
 */
export function marksBetween(from: string, to: string | null): number[] {
  const [first, last] = [stretchOf(from), to === null ? LAST_STRETCH : stretchOf(to)]
  const years = range(FIRST_YEAR + Math.trunc(first / A_YEAR), FIRST_YEAR + Math.trunc(last / A_YEAR))
  return last - first < FEW ? range(first, last) : years
}

/** Returns the number of the period of 32 days that contains an ISO day, 0–640. */
export function stretchOf(day: string): number {
  return Math.max(
    0,
    Math.min(LAST_STRETCH, Math.trunc((Date.parse(day) - Date.parse("2000-01-01")) / 86_400_000 / 32)),
  )
}

/** Returns the first day of a period. */
export const dayOf = (stretch: number): string =>
  new Date(Date.parse("2000-01-01") + stretch * 32 * 86_400_000).toISOString().slice(0, 10)

/**
 * Returns the first period of consecutive marks, and the one after the last. Marks of years include all of
 * their periods.
 */
export function stretchesOf(marks: readonly number[]): { from: number; before: number } {
  const [first = 0, last = first] = [marks[0], marks.at(-1)]
  return first < FIRST_YEAR
    ? { from: first, before: last + 1 }
    : { from: (first - FIRST_YEAR) * A_YEAR, before: (last - FIRST_YEAR + 1) * A_YEAR }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

/**
 * Returns marks of the last two or three months, and of this year and the two before, which are searched
 * first among very many matches.
 */
export function recentMarks(today: string): { lately: number[]; years: number[] } {
  const now = stretchOf(today)
  return {
    lately: range(now - 1, now + 1),
    years: range(FIRST_YEAR + Math.trunc(now / A_YEAR) - 2, FIRST_YEAR + Math.trunc((now + 1) / A_YEAR)),
  }
}
