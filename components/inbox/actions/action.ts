import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import type { Item } from "../item"
import type { Left } from "./shared-outbox"
import type { Counts } from "../use-counts"

/** What became of one of several, for the report. */
export interface Told {
  readonly id: string
  readonly headline: string
  readonly ok: boolean
  readonly words: string
}

/** A decision on one item or on several: how it is sent and taken back, and how it is told. The page shows it as done before it is sent. */
export interface Deed {
  /** As they were before. */
  readonly items: readonly Item[]
  /** "Approved “Use pnpm”". */
  readonly words: string
  readonly verdict: string
  /** The files that it may write: what is done to one file is sent in the order in which it was done. */
  readonly lanes: readonly string[]
  /** Where they are listed then. What was written for those that are only put off is still wanted. */
  readonly leaves: Left
  send(key: string): Promise<readonly DecisionOutcome[]>
  /** Those of `ids` that were not refused wait again. */
  takeBack(ids: readonly string[], key: string): Promise<readonly DecisionOutcome[]>
  /** How doing it to these changes the figures. */
  counts(items: readonly Item[]): Partial<Counts>
  /** Only of several: what became of each, with those that were left out from the beginning. */
  report?(outcomes: readonly DecisionOutcome[]): {
    readonly words: string
    readonly outcomes: readonly Told[]
  }
}
