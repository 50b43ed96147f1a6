/** Words that somebody wrote for a proposal and did not decide on: kept while the page is open. */
export interface Draft {
  readonly text: string
  /** What is merged into, as its choice reads; null where nothing is chosen. */
  readonly choice: string | null
}

export interface Drafts {
  get(proposal: string, mode: string): Draft | null
  keep(proposal: string, mode: string, draft: Draft): void
  /** To begin anew with this one. */
  drop(proposal: string, mode: string): void
  /** They are decided: nothing of theirs is needed any more. */
  forget(proposals: readonly string[]): void
}

export function openDrafts(): Drafts {
  const kept = new Map<string, Map<string, Draft>>()
  return {
    get: (proposal, mode) => kept.get(proposal)?.get(mode) ?? null,
    keep: (proposal, mode, draft) => void kept.set(proposal, new Map(kept.get(proposal)).set(mode, draft)),
    drop: (proposal, mode) => void kept.get(proposal)?.delete(mode),
    forget: (proposals) => proposals.forEach((one) => kept.delete(one)),
  }
}
