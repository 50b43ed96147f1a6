import type { Slots } from "./slots"

/**
 * What an entry `e` is marked with beside its words in the index, as numbers: when it was stated, in stretches of 32 days and from 1000 on in years of
 * twelve of them (-1: it does not say; -2: it is retired, whenever that was), and its scope, type, project and agent as hashes. Word for word the
 * expression of the index `entry_search_idx`; two things may have one number, so that whoever asks for a mark asks for the thing itself, too.
 */
const MARKS = `(CASE WHEN e.state = 'retired' THEN ARRAY[-2] WHEN e.stated_on IS NULL THEN ARRAY[-1]
    ELSE ARRAY[greatest(0, least(640, (e.stated_on - DATE '2000-01-01') / 32)), 1000 + greatest(0, least(640, (e.stated_on - DATE '2000-01-01') / 32)) / 12] END
  || ARRAY[hashtext(e.scope), hashtext(e.type), uuid_hash(e.project_id), uuid_hash(e.agent_id)])`

export const RETIRED = -2
const LAST_STRETCH = 640
const A_YEAR = 12
const FIRST_YEAR = 1000
/** The index reads a few lists at once quickly, and many slowly. */
const FEW = 14

/** That an entry has one of these marks. */
export const marked = (numbers: readonly number[], slots: Slots): string =>
  `${MARKS} && ${slots.of(numbers, "int[]")}`

/** That an entry may have one of these values. */
export function markedAs(values: readonly string[], kind: "text" | "uuid", slots: Slots): string {
  const hash = kind === "text" ? "hashtext" : "uuid_hash"
  return `${MARKS} && ARRAY(SELECT ${hash}(one) FROM unnest(${slots.of(values, `${kind}[]`)}) one)`
}

/** Marks of what was stated between two ISO days, and perhaps of what was stated a little before or after. */
export function marksBetween(from: string, to: string | null): number[] {
  const [first, last] = [stretchOf(from), to === null ? LAST_STRETCH : stretchOf(to)]
  const years = range(FIRST_YEAR + Math.trunc(first / A_YEAR), FIRST_YEAR + Math.trunc(last / A_YEAR))
  return last - first < FEW ? range(first, last) : years
}

/** The stretch of an ISO day. */
export function stretchOf(day: string): number {
  return Math.max(
    0,
    Math.min(LAST_STRETCH, Math.trunc((Date.parse(day) - Date.parse("2000-01-01")) / 86_400_000 / 32)),
  )
}

/** The first day of a stretch. */
export const dayOf = (stretch: number): string =>
  new Date(Date.parse("2000-01-01") + stretch * 32 * 86_400_000).toISOString().slice(0, 10)

/** From the first stretch of some marks, which follow one another, to behind the last. Marks of years stand for all of their stretches. */
export function stretchesOf(marks: readonly number[]): { from: number; before: number } {
  const [first = 0, last = first] = [marks[0], marks.at(-1)]
  return first < FIRST_YEAR
    ? { from: first, before: last + 1 }
    : { from: (first - FIRST_YEAR) * A_YEAR, before: (last - FIRST_YEAR + 1) * A_YEAR }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

/** Marks of the last two or three months, and of this year and the two before it: what is looked at first where there is too much. */
export function marksOfLate(today: string): { lately: number[]; years: number[] } {
  const now = stretchOf(today)
  return {
    lately: range(now - 1, now + 1),
    years: range(FIRST_YEAR + Math.trunc(now / A_YEAR) - 2, FIRST_YEAR + Math.trunc((now + 1) / A_YEAR)),
  }
}
