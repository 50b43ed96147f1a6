import type { InboxItem, ItemSummary } from "../item"
import type { ItemAction } from "./action"

/** "approve" also acknowledges alerts; "reject" also marks conflicts as not a conflict. */
export type BulkVerdict = "approve" | "reject" | "snooze"

/** A confirmed decision on all selected items. "dismiss": not a conflict. */
export type BulkDecision =
  | { readonly verdict: "approve" }
  | { readonly verdict: "dismiss" }
  | { readonly verdict: "reject"; readonly reason: string }
  | { readonly verdict: "snooze"; readonly until: string }

/** Why an item is left out of a bulk decision: for the summary line, and for the report. */
export interface LeftOutReason {
  readonly short: string
  readonly words: string
}

/** What several items of one kind can be decided to be. */
export interface BulkKind<Summary extends ItemSummary = ItemSummary> {
  /** Approving several; null if items are decided one by one. */
  readonly approve: {
    /** The label of the button: "keep suggested side". */
    readonly label: string
    /** The verb of the confirmation: "Keep suggested side of". */
    readonly verb: string
    /** Returns its part of a sentence about several kinds: "keep the suggested side of 3 conflicts". */
    part(number: number): string
  } | null
  /** The labels of the button that rejects: if only this kind is selected, and if others are, too. */
  readonly reject: { readonly alone: string | null; readonly mixed: string | null }
  /** The confirmation, if rejecting takes no reason. */
  readonly dismiss?: { readonly label: string; readonly does: string }
  /** True if they can be assigned. */
  readonly isAssignable?: true
  /** Returns the effect on items of this kind alone: "Approve 37: 5 files". */
  consequence(verdict: "approve" | "reject", number: number, files: string): string
  /** The effect of snoozing items of this kind alone. Missing: the number of their files. */
  readonly snoozed?: string
  /** Returns its part of the effect of snoozing several kinds, besides the number of files. */
  snoozedPart?(number: number): string
  /** Returns why an item is left out; null if it is decided. `isMixed`: several kinds are selected. */
  whyLeftOut(summary: Summary, verdict: BulkVerdict, isMixed: boolean): LeftOutReason | null
  /** Returns the action on the items; null if the decision does not apply to them. */
  action(team: string, items: readonly InboxItem<Summary>[], decision: BulkDecision): ItemAction | null
}

/** The bulk decisions of all kinds, by id, in the order of kinds. */
export type BulkKinds = ReadonlyMap<string, BulkKind>
