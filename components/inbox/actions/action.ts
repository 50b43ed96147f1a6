import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import type { Item } from "../item"
import type { Left } from "./decided-here"
import type { Counts } from "../use-counts"

/** The outcome of one item of a bulk decision, for the report. */
export interface Told {
  readonly id: string
  readonly headline: string
  readonly ok: boolean
  readonly words: string
}

/** A decision on one or more items: how to send, undo and describe it. The page applies it optimistically. */
export interface Deed {
  /** The items before the decision. */
  readonly items: readonly Item[]
  /** "Approved “Use pnpm”". */
  readonly words: string
  readonly verdict: string
  /** The files it may write. Decisions on one file are sent in order. */
  readonly lanes: readonly string[]
  /** Where the items are listed afterwards. Drafts of snoozed items are kept. */
  readonly leaves: Left
  send(key: string): Promise<readonly DecisionOutcome[]>
  /** Undoes the decision on `ids`. */
  takeBack(ids: readonly string[], key: string): Promise<readonly DecisionOutcome[]>
  /** Returns how the decision on these items changes the counts. */
  counts(items: readonly Item[]): Partial<Counts>
  /** For bulk decisions: the outcome of each item, including those left out. */
  report?(outcomes: readonly DecisionOutcome[]): {
    readonly words: string
    readonly outcomes: readonly Told[]
  }
}
