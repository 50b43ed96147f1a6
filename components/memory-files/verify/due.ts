import type { OutputOf } from "@/lib/http/contract"

/** An entry that is due for verification, as the API returns it. */
export type DueEntry = OutputOf<"entry.due">["entries"][number]

/** "by Ana Reyes, expired on 21 May 2026", "never, due since 3 March 2026" */
export function dueWords(
  { vouched, due }: Pick<DueEntry, "vouched" | "due">,
  today: string,
  day: (date: string) => string,
): string {
  const past = due <= today
  if (vouched === null) return `never, due ${past ? "since" : "on"} ${day(due)}`
  return `by ${vouched.by}, ${past ? "expired on" : "expires on"} ${day(due)}`
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

/** Returns the entry after the one that leaves the list, or else the one before. */
export function nextAfter(entries: readonly DueEntry[], id: string): string | null {
  const at = entries.findIndex((one) => one.id === id)
  return (entries[at + 1] ?? entries[at - 1])?.id ?? null
}
