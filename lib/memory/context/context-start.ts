import type { RankedEntry } from "./context-entry"

const DAY_MS = 86_400_000

export const isoDay = (now: Date): string => now.toISOString().slice(0, 10)
export const yesterdayOf = (today: string): string =>
  isoDay(new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS))

/** Returns the entries that a session starts with, in the order of their files and lines. */
export function beginningOf(groups: readonly RankedEntry[]): readonly RankedEntry[] {
  return groups
    .map((group) => ({ group, first: firstPlace(group) }))
    .flatMap(({ group, first }) => (first === null ? [] : [{ group, first }]))
    .toSorted((a, b) => a.first.place - b.first.place || a.first.line - b.first.line)
    .map(({ group }) => group)
}

/** Returns the first position of an entry at the start of a session; null if it is not loaded then. */
function firstPlace({ candidate, copies }: RankedEntry): { place: number; line: number } | null {
  const places = [candidate, ...copies].flatMap(({ startPlace, line }) =>
    typeof startPlace === "number" ? [{ place: startPlace, line }] : [],
  )
  return places.toSorted((a, b) => a.place - b.place || a.line - b.line)[0] ?? null
}
