/** Typed texts of a panel, by the name of the box. */
export type DraftFields = Readonly<Record<string, string>>

/** Text typed for undecided items. Kept while the page is open. */
export interface Drafts {
  /** Returns the draft of a panel of an item, or null. */
  get(item: string, panel: string): DraftFields | null
  keep(item: string, panel: string, typed: DraftFields): void
  /** Discards one draft. */
  drop(item: string, panel: string): void
  /** Discards the drafts of decided items. */
  forget(items: readonly string[]): void
}

export function openDrafts(): Drafts {
  const kept = new Map<string, Map<string, DraftFields>>()
  return {
    get: (item, panel) => kept.get(item)?.get(panel) ?? null,
    keep: (item, panel, typed) => void kept.set(item, new Map(kept.get(item)).set(panel, typed)),
    drop: (item, panel) => void kept.get(item)?.delete(panel),
    forget: (items) => items.forEach((one) => kept.delete(one)),
  }
}
