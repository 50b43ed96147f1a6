/** An entry that a person should look at again, as the operation lists it. */
export interface Due {
  readonly id: string
  readonly text: string
  readonly type: string | null
  readonly section: string | null
  /** The label above it. */
  readonly title: string | null
  readonly scope: string
  readonly date: string | null
  readonly path: string
  readonly fileId: string
  readonly line: number
  readonly endLine: number
  readonly project: { readonly slug: string; readonly name: string }
  readonly agent: string | null
  readonly from: { readonly by: string; readonly at: string; readonly reason: string }
  readonly vouched: { readonly by: string; readonly until: string } | null
  /** ISO day on which it fell due, or does. */
  readonly due: string
  /** Until when it holds if somebody vouches for it today. */
  readonly until: string
}

/** "by Ana Reyes, ran out on 21 May 2026", "nobody yet, due since 3 March 2026" */
export function dueWords(
  { vouched, due }: Pick<Due, "vouched" | "due">,
  today: string,
  day: (date: string) => string,
): string {
  const past = due <= today
  if (vouched === null) return `nobody vouched yet, due ${past ? "since" : "on"} ${day(due)}`
  return `${vouched.by}, ${past ? "ran out on" : "runs out on"} ${day(due)}`
}

/** What is left to look at: without what was dealt with, what was put off at the end. */
export function listed(entries: readonly Due[], gone: ReadonlySet<string>, later: readonly string[]): Due[] {
  const left = entries.filter((one) => !gone.has(one.id))
  return [
    ...left.filter((one) => !later.includes(one.id)),
    ...later.flatMap((id) => left.find((one) => one.id === id) ?? []),
  ]
}

/** Where to go when an entry leaves the list: the one that stands after it, else the one before. */
export function nextAfter(entries: readonly Due[], id: string): string | null {
  const at = entries.findIndex((one) => one.id === id)
  return (entries[at + 1] ?? entries[at - 1])?.id ?? null
}
