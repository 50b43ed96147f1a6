import type { TrimEntry } from "./trim-entry"

/** Number of newest entries that a trim keeps, because agents had little time to read them. */
export const NEWEST_KEPT = 10

/** Returns the ids of entries that a trim may not change: index lines, verified entries and the newest dated entries. */
export function keptAsIs(entries: readonly TrimEntry[], today: string): Set<string> {
  const newest = entries
    .filter(({ date, retired }) => date !== null && retired !== true)
    .toSorted((a, b) => compare(b.date ?? "", a.date ?? "") || b.line - a.line || compare(a.id, b.id))
    .slice(0, NEWEST_KEPT)
  return new Set(
    [...entries.filter((entry) => isVerifiedEntry(entry, today) || isIndexLine(entry)), ...newest].map(
      ({ id }) => id,
    ),
  )
}

/** True if an entry is an index line, which agents need to find the linked file. */
export const isIndexLine = ({ topic, text }: TrimEntry): boolean =>
  (topic ?? null) !== null || /\]\(<?[^)\s]+\.md\b/.test(text)

export const isVerifiedEntry = ({ vouchedUntil }: TrimEntry, today: string): boolean =>
  (vouchedUntil ?? null) !== null && (vouchedUntil ?? "").slice(0, 10) >= today.slice(0, 10)

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
