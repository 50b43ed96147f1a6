import type { OutputOf } from "@/lib/http/contract"
import { formatDay } from "@/components/data/day-text"
import { groupBy } from "@/lib/memory/text/group"

/** An entry that is due for verification, as the API returns it. */
export type DueEntry = OutputOf<"entry.due">["entries"][number]

type Due = Pick<DueEntry, "vouched" | "due">

/** "verified by Ana Reyes, expired on 21 May 2026", "never verified, due since 3 Mar 2026" */
export const dueWords = (entry: Due, today: string): string =>
  `${entry.vouched === null ? "never verified" : `verified by ${entry.vouched.by}`}, ${dueDayWords(entry, today)}`

/** "due since 3 Mar 2026", "expired on 21 May 2026" */
export function dueDayWords({ vouched, due }: Due, today: string): string {
  const isPast = due <= today
  if (vouched === null) return `due ${isPast ? "since" : "on"} ${formatDay(due)}`
  return `${isPast ? "expired" : "expires"} on ${formatDay(due)}`
}

/** Returns the remaining entries, with skipped ones at the end. */
export function listedDue(
  entries: readonly DueEntry[],
  gone: ReadonlySet<string>,
  later: readonly string[],
): DueEntry[] {
  const left = entries.filter((one) => !gone.has(one.id))
  return [
    ...left.filter((one) => !later.includes(one.id)),
    ...later.flatMap((id) => left.find((one) => one.id === id) ?? []),
  ]
}

/** Entries that say the same in several files. They are verified together. */
export interface DueGroup {
  /** The id of the first entry. */
  readonly id: string
  /** The entries, the longest overdue first. */
  readonly copies: readonly DueEntry[]
}

/** Returns the entries with those of the same words together, in the order of the first ones. */
export const groupDue = (entries: readonly DueEntry[]): DueGroup[] =>
  [...groupBy(entries, (one) => `${one.title ?? ""}\0${one.text}`).values()].flatMap((copies) =>
    copies[0] ? [{ id: copies[0].id, copies }] : [],
  )

/** Returns the group after those that leave the list, or else the one before. */
export function nextAfter(groups: readonly DueGroup[], leaving: readonly string[]): string | null {
  const isLeaving = ({ copies }: DueGroup) => copies.every(({ id }) => leaving.includes(id))
  const at = groups.findIndex(isLeaving)
  const stays = (one: DueGroup) => !isLeaving(one)
  return (groups.slice(at + 1).find(stays) ?? groups.slice(0, Math.max(0, at)).findLast(stays))?.id ?? null
}
