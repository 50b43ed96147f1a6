import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import type { InboxItem, ListedAfter } from "../item"

/** Changes of the inbox counts by a decision. Keys: the ids of kinds, and `snoozed`. */
export type CountChange = Readonly<Record<string, number>>

/** The outcome of one item of a bulk decision, for the report. */
export interface ItemOutcome {
  readonly id: string
  readonly headline: string
  readonly ok: boolean
  readonly words: string
}

/** A decision on one or more items: how to send, undo and describe it. The page applies it optimistically. */
export interface ItemAction {
  /** The items before the decision. */
  readonly items: readonly InboxItem[]
  /** Result in words: "Approved “Use pnpm”". */
  readonly words: string
  readonly verdict: string
  /** Files that the decision may write. Decisions on one file are sent in order. */
  readonly lanes: readonly string[]
  /** List of the items after the decision. Drafts of snoozed items are kept. */
  readonly leaves: ListedAfter
  send(key: string): Promise<readonly DecisionOutcome[]>
  /** Undoes the decision on `ids`. */
  takeBack(ids: readonly string[], key: string): Promise<readonly DecisionOutcome[]>
  /** Returns how the decision on these items changes the counts. */
  counts(items: readonly InboxItem[]): CountChange
  /**
   * Returns a summary and the outcome of each item, including those left out. Set for bulk decisions only.
   */
  report?(outcomes: readonly DecisionOutcome[]): {
    readonly words: string
    readonly outcomes: readonly ItemOutcome[]
  }
}
