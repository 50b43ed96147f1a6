import type { TrimEntry } from "./trim-entry"

/** How many of the newest entries no trim touches: they had no time to prove of use. */
export const NEWEST_KEPT = 10

/** Ids of what no step may touch: lines of an index, what somebody vouches for, and the newest that carry a date. */
export function keptAsIs(entries: readonly TrimEntry[], today: string): Set<string> {
  const newest = entries
    .filter(({ date, retired }) => date !== null && retired !== true)
    .toSorted((a, b) => compare(b.date ?? "", a.date ?? "") || b.line - a.line || compare(a.id, b.id))
    .slice(0, NEWEST_KEPT)
  return new Set(
    [...entries.filter((entry) => isVouched(entry, today) || leads(entry)), ...newest].map(({ id }) => id),
  )
}

/** Whether an entry is a line of an index: what it leads to would be lost to agents. */
export const leads = ({ topic, text }: TrimEntry): boolean =>
  (topic ?? null) !== null || /\]\(<?[^)\s]+\.md\b/.test(text)

export const isVouched = ({ vouchedUntil }: TrimEntry, today: string): boolean =>
  (vouchedUntil ?? null) !== null && (vouchedUntil ?? "").slice(0, 10) >= today.slice(0, 10)

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
