import { weekOf } from "./activity"

const WEEK_MS = 7 * 86_400_000

/** Returns the Mondays of the last weeks as ISO dates, the oldest first, with the current week last. */
export function lastWeeks(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, place) =>
    weekOf(new Date(now.getTime() - (count - 1 - place) * WEEK_MS).toISOString()),
  )
}

/** The first Monday of 1970. */
const FIRST_MONDAY = Date.UTC(1970, 0, 5)

/** Returns the number of weeks from the first Monday of 1970 to a Monday, as in `MemoryFile.weeks`. */
export const weekNumber = (monday: string): number =>
  Math.round((Date.parse(monday) - FIRST_MONDAY) / WEEK_MS)
