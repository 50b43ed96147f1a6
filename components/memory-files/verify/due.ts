import type { OutputOf } from "@/lib/http/contract"
import { formatDay } from "@/components/data/day-text"
import { groupBy } from "@/lib/memory/text/group"

/** An entry that is due for verification, as the API returns it. */
export type DueEntry = OutputOf<"entry.due">["entries"][number]

type Due = Pick<DueEntry, "vouched" | "due">

/** Returns the verification of an entry and the day it is due: "never verified, due since 3 Mar 2026". */
export const dueWords = (entry: Due, today: string): string =>
  `${entry.vouched === null ? "never verified" : `verified by ${entry.vouched.by}`}, ${dueDayWords(entry, today)}`

/** Returns the day an entry is due: "due since 3 Mar 2026", "expired on 21 May 2026". */
export function dueDayWords({ vouched, due }: Due, today: string): string {
  const isPast = due <= today
  if (vouched === null) return `due ${isPast ? "since" : "on"} ${formatDay(due)}`
  return `${isPast ? "expired" : "expires"} on ${formatDay(due)}`
}

/** Returns the entries without those in `gone`, with the skipped ones in `later` at the end. */
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

/** Entries with the same title and text. They are verified together. */
export interface DueGroup {
  /** The id of the first entry. */
  readonly id: string
  /** The entries, the longest overdue first. */
  readonly copies: readonly DueEntry[]
}

/** Groups the entries with the same title and text. The groups have the order of their first entries. */
export const groupDue = (entries: readonly DueEntry[]): DueGroup[] =>
  [...groupBy(entries, (one) => `${one.title ?? ""}\0${one.text}`).values()].flatMap((copies) =>
    copies[0] ? [{ id: copies[0].id, copies }] : [],
  )

/**
 * Returns the id of the next group that stays after those that leave the list, or else of the one before.
 * Null if no group stays.
 */
export function nextAfter(groups: readonly DueGroup[], leaving: readonly string[]): string | null {
  const isLeaving = ({ copies }: DueGroup) => copies.every(({ id }) => leaving.includes(id))
  const at = groups.findIndex(isLeaving)
  const stays = (one: DueGroup) => !isLeaving(one)
  return (groups.slice(at + 1).find(stays) ?? groups.slice(0, Math.max(0, at)).findLast(stays))?.id ?? null
}
