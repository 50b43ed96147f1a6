import { weekOf } from "../activity"

const WEEK_MS = 7 * 86_400_000

/** Mondays of the last weeks, the oldest first, the present week last. ISO dates. */
export function lastWeeks(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, place) => weekOf(new Date(now.getTime() - (count - 1 - place) * WEEK_MS).toISOString()))
}
