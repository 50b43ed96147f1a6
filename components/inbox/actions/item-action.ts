import type { DecisionOutcome } from "@/components/proposals/proposal-types"
import { refusalWords } from "@/components/proposals/rejection-text"
import { RefusedError } from "@/components/data/http-client"
import { type InboxItem, type ListedAfter, type ItemSummary } from "../inbox-item"

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

/** A decision to snooze items. `until`: an ISO instant; null ends the snooze. */
export interface Snooze {
  readonly verdict: "snooze"
  readonly until: string | null
}

/** Snoozes items of a kind for a person, or ends their snooze. */
export type SendSnooze = (ids: readonly string[], until: string | null, key: string) => Promise<unknown>

export interface PendingActionOptions<Decision> extends Pick<ItemAction, "items" | "words"> {
  readonly sendSnooze: SendSnooze
  readonly decision: Decision | Snooze
  /** Sends any decision except a snooze. */
  readonly send: (decision: Exclude<Decision, Snooze>, key: string) => Promise<readonly DecisionOutcome[]>
  readonly takeBack: ItemAction["takeBack"]
}

/**
 * Sends the decisions in order, because they may write the same file. Each decision can be refused
 * separately. With a single id, rejects if the decision is refused.
 */
export async function sendOneByOne(
  ids: readonly string[],
  key: string,
  send: (id: string, key: string) => Promise<unknown>,
): Promise<readonly DecisionOutcome[]> {
  const [only, ...others] = ids
  if (only !== undefined && others.length === 0) return send(only, key).then(() => [doneOutcome(only)])
  const outcomes: DecisionOutcome[] = []
  for (const id of ids)
    outcomes.push(
      ...(await send(id, `${key}/${id}`).then(
        () => [doneOutcome(id)],
        (cause: unknown) => refuseAll([id], cause),
      )),
    )
  return outcomes
}

/** Maximum number of ids in one request. */
const AT_ONCE = 500

/**
 * Sends ids in portions of `AT_ONCE`. Rejects if the first portion fails. If a later portion fails, its ids
 * are returned as refused, and earlier ones stay decided.
 */
export async function sendInPortions<One extends string | { readonly id: string }>(
  all: readonly One[],
  key: string,
  send: (some: readonly One[], key: string) => Promise<readonly DecisionOutcome[]>,
): Promise<readonly DecisionOutcome[]> {
  if (all.length <= AT_ONCE) return send(all, key)
  const outcomes: DecisionOutcome[] = []
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE)
    const answer = send(some, `${key}/${from}`)
    outcomes.push(
      ...(from === 0
        ? await answer
        : await answer.catch((cause: unknown) =>
            refuseAll(
              some.map((one) => (typeof one === "string" ? one : one.id)),
              cause,
            ),
          )),
    )
  }
  return outcomes
}

export const doneOutcome = (id: string): DecisionOutcome => ({
  id,
  ok: true,
  state: null,
  revision: null,
  refused: null,
})

/** Returns a refusal with the same reason for each id. */
export function refuseAll(ids: readonly string[], cause: unknown): readonly DecisionOutcome[] {
  const reason = cause instanceof RefusedError ? cause.reason : "unreachable"
  const message =
    cause instanceof Error
      ? `${cause.message}${cause instanceof RefusedError ? "" : ". Your decision was not saved. Try again."}`
      : ""
  return ids.map((id) => ({ id, ok: false, state: null, revision: null, refused: { reason, message } }))
}

export const refusedWords = (outcome: DecisionOutcome): string => refusalWords(outcome.refused)
