import type { InboxItem, ItemSummary } from "../item"
import type { ItemAction } from "./action"

/**
 * Verdict of a bulk decision. "approve" also acknowledges alerts. "reject" also marks conflicts as not a
 * conflict.
 */
export type BulkVerdict = "approve" | "reject" | "snooze"

/** A confirmed decision on all selected items. "dismiss": not a conflict. */
export type BulkDecision =
  | { readonly verdict: "approve" }
  | { readonly verdict: "dismiss" }
  | { readonly verdict: "reject"; readonly reason: string }
  | { readonly verdict: "snooze"; readonly until: string }

/**
 * Reason why an item is left out of a bulk decision. `short`: for the summary line. `words`: for the report.
 */
export interface LeftOutReason {
  readonly short: string
  readonly words: string
}

/** Bulk decisions on items of one kind. */
export interface BulkKind<Summary extends ItemSummary = ItemSummary> {
  /** Texts for approving several items; null if each item is approved on its own. */
  readonly approve: {
    /** The label of the button: "keep suggested side". */
    readonly label: string
    /** The verb of the confirmation: "Keep suggested side of". */
    readonly verb: string
    /**
     * Returns the part of this kind in a sentence about several kinds: "keep the suggested side of 3
     * conflicts".
     */
    part(number: number): string
  } | null
  /**
   * Labels of the button that rejects. `alone`: only this kind is selected. `mixed`: other kinds are selected
   * too. Null: this kind has no label for it.
   */
  readonly reject: { readonly alone: string | null; readonly mixed: string | null }
  /** Confirmation of a rejection, if no reason is needed. */
  readonly dismiss?: { readonly label: string; readonly does: string }
  /** True if items of this kind can be assigned. */
  readonly isAssignable?: true
  /** Returns the effect on items of this kind alone: "Approve 37: 5 files". */
  consequence(verdict: "approve" | "reject", number: number, files: string): string
  /** Effect of snoozing items of this kind alone. Default: the number of files of the items. */
  readonly snoozed?: string
  /**
   * Returns the part of this kind in the effect of snoozing several kinds. The number of files is added to
   * it.
   */
  snoozedPart?(number: number): string
  /**
   * Returns the reason why an item is left out; null if the decision includes the item. `isMixed`: true if
   * several kinds are selected.
   */
  whyLeftOut(summary: Summary, verdict: BulkVerdict, isMixed: boolean): LeftOutReason | null
  /** Returns the action on the items; null if the decision does not apply to them. */
  action(team: string, items: readonly InboxItem<Summary>[], decision: BulkDecision): ItemAction | null
}

/** The bulk decisions of all kinds, by id, in the order of kinds. */
export type BulkKinds = ReadonlyMap<string, BulkKind>
