interface ChangedFile {
  /** Number of the current revision. */
  readonly head: number
  /** Latest date in the file, else when it last changed in its source. Null if neither is known. */
  readonly updatedOn: Date | null
  /** Time of the current revision. */
  readonly changedAt: Date
}

/**
 * Returns the ISO day on which the content of a file last changed. The first revision keeps the day that its text or
 * source states. Every later revision counts from the day that it was stored, by import, sync or a decision. See
 * `CHANGED_ON` in `lib/db/memory-files/changed-on` for the same rule in SQL.
 */
export function changeDay({ head, updatedOn, changedAt }: ChangedFile): string {
  const stored = changedAt.toISOString().slice(0, 10)
  const stated = updatedOn?.toISOString().slice(0, 10) ?? stored
  return head > 1 && stored > stated ? stored : stated
}
