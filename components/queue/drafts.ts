/** Text typed for an undecided item. Kept while the page is open. */
export interface Draft {
  /** The text of each box in the panel, in order; null if it is empty. */
  readonly texts: readonly (string | null)[]
  /** The selected merge target, or null. */
  readonly choice: string | null
}

export interface Drafts {
  get(item: string, mode: string): Draft | null
  keep(item: string, mode: string, draft: Draft): void
  /** Discards one draft. */
  drop(item: string, mode: string): void
  /** Discards the drafts of decided items. */
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
