/** Words that somebody wrote for an item and did not decide on: kept while the page is open. */
export interface Draft {
  /** One for each box of the panel, in their order; null where nothing was written in it. */
  readonly texts: readonly (string | null)[]
  /** What is merged into, as its choice reads; null where nothing is chosen. */
  readonly choice: string | null
}

export interface Drafts {
  get(item: string, mode: string): Draft | null
  keep(item: string, mode: string, draft: Draft): void
  /** To begin anew with this one. */
  drop(item: string, mode: string): void
  /** They are decided: nothing of theirs is needed any more. */
  forget(items: readonly string[]): void
}

export function openDrafts(): Drafts {
  const kept = new Map<string, Map<string, Draft>>()
  return {
    get: (item, mode) => kept.get(item)?.get(mode) ?? null,
    keep: (item, mode, draft) => void kept.set(item, new Map(kept.get(item)).set(mode, draft)),
    drop: (item, mode) => void kept.get(item)?.delete(mode),
    forget: (items) => items.forEach((one) => kept.delete(one)),
  }
}
