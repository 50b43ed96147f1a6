import { formatCount } from "@/lib/memory/text/sentence"
import type { ProposalSummary, DecisionOutcome, ProposalDetail } from "@/components/proposals/proposal-types"
import { callOperation } from "@/components/data/http-client"
import { headlineOf } from "@/components/proposals/proposal-text"
import { quoteHeadline } from "@/components/text/short-text"
import {
  type BulkKind,
  type LeftOutReason,
  type ItemAction,
  doneOutcome,
  sendInPortions,
  type Snooze,
} from "../../actions/item-action"
import { pendingAction, snoozeVerb } from "../../actions/pending-action"
import type { InboxItem } from "../../inbox-item"

/** Proposals are approved and rejected together, except those that need an individual review. */
export const PROPOSAL_BULK: BulkKind<ProposalSummary> = {
  approve: {
    label: "approve",
    verb: "Approve",
    part: (number) => `approve ${formatCount(number, "proposal")}`,
  },
  reject: { alone: "Reject", mixed: "Reject proposals" },
  isAssignable: true,
  consequence: (verdict, number, files) =>
    `${verdict === "approve" ? "Approve" : "Reject"} ${formatCount(number, "proposal")} in ${files}`,
  whyLeftOut: (proposal, verdict) => (verdict === "approve" ? whyNotAmongOthers(proposal) : null),
  action: (_team, items, decision) =>
    decision.verdict === "dismiss"
      ? null
      : proposalAction({ items, decision, shownOf: (one) => shownVersion(one) }),
}

function whyNotAmongOthers(one: ProposalSummary): LeftOutReason | null {
  if (one.flagged)
    return { short: "flagged", words: "Skipped: flagged proposals must be reviewed one by one" }
  if (one.standing === "needs-rebase")
    return { short: "needing a rebase", words: "Skipped: the proposal needs a rebase" }
  if (one.standing !== null && one.standing !== "applies" && one.standing !== "already")
    return { short: "whose entry or file was removed", words: "Skipped: the entry or file was removed" }
  if (one.approvals.mine)
    return {
      short: "already approved by you",
      words: "Skipped: you already approved this proposal. Another person must also approve it",
    }
  return null
}

interface ProposalActionOptions {
  readonly items: readonly InboxItem<ProposalSummary>[]
  readonly decision: ProposalDecision
  /** Returns the version that the person saw, when the request is sent (default: the version in the list). */
  readonly shownOf?: (proposal: ProposalSummary) => string
}

/** Returns the action for a decision on proposals. */
export function proposalAction({
  items,
  decision,
  shownOf = (one) => one.shown,
}: ProposalActionOptions): ItemAction {
  const proposals = items.map((one) => one.summary)
  return pendingAction({
    items,
    words: doneWords(proposals, decision),
    sendSnooze: (proposals, until, key) => callOperation("proposal.snooze", { proposals, until }, { key }),
    decision,
    send: (own, key) =>
      sendProposalDecision(
        proposals.map((one) => ({ id: one.id, shown: shownOf(one) })),
        own,
        key,
      ),
    takeBack: sendProposalUndo,
  })
}

export type ProposalDecision =
  | { readonly verdict: "approve" }
  | { readonly verdict: "edit"; readonly text: string }
  /** `before`: the text of the entry when the person saw it. */
  | { readonly verdict: "merge"; readonly entry: string; readonly before: string; readonly text: string }
  | { readonly verdict: "reject"; readonly reason: string }
  | { readonly verdict: "withdraw" }
  | Snooze

/** A proposal to decide, with the version that the person saw. */
export interface DecidedProposals {
  readonly id: string
  readonly shown: string
}

type Sent = Exclude<ProposalDecision, Snooze>

/** Sends one decision on proposals. Returns an outcome for each. Throws if the first request fails. */
async function sendProposalDecision(
  proposals: readonly DecidedProposals[],
  decision: Sent,
  key: string,
): Promise<readonly DecisionOutcome[]> {
  return sendInPortions(proposals, key, (some, portionKey) => sendSome(some, decision, portionKey))
}

async function sendSome(
  proposals: readonly DecidedProposals[],
  decision: Sent,
  key: string,
): Promise<readonly DecisionOutcome[]> {
  const [only] = proposals
  if (only === undefined) return []
  switch (decision.verdict) {
    case "withdraw":
      await callOperation("proposal.withdraw", { proposal: only.id }, { key })
      return proposals.map(({ id }) => doneOutcome(id))
    case "edit":
    case "merge":
      return [await review(only, decision, key)]
    case "approve":
    case "reject":
      if (proposals.length === 1) return [await review(only, decision, key)]
      return (
        await callOperation(
          "proposal.review-many",
          { items: proposals.map(({ id, shown }) => ({ proposal: id, shown })), ...decision },
          { key },
        )
      ).outcomes
  }
}

async function review(
  { id, shown }: DecidedProposals,
  decision: Exclude<Sent, { verdict: "withdraw" }>,
  key: string,
): Promise<DecisionOutcome> {
  return callOperation("proposal.review", { proposal: id, shown, ...decision }, { key })
}

/**
 * Undoes a decision on proposals. Returns an outcome for each. Throws if the server refuses the undo of a
 * single proposal.
 */
async function sendProposalUndo(ids: readonly string[], key: string): Promise<readonly DecisionOutcome[]> {
  const [only] = ids
  if (only === undefined) return []
  if (ids.length > 1)
    return sendInPortions(
      ids,
      key,
      async (some, portionKey) =>
        (await callOperation("proposal.undo-many", { proposals: some }, { key: portionKey })).outcomes,
    )
  await callOperation("proposal.undo", { proposal: only }, { key })
  return [doneOutcome(only)]
}

const DONE: Record<Sent["verdict"], string> = {
  approve: "Approved",
  edit: "Approved with edits",
  merge: "Merged",
  reject: "Rejected",
  withdraw: "Withdrew",
}

/** Past participles for kinds whose approval is named by its effect. Other kinds are "Approved". */
const APPROVED: Partial<Record<ProposalSummary["kind"], string>> = {
  retire: "Retired",
  restore: "Restored",
  remove: "Removed",
  move: "Moved",
}

/** True if the proposal still needs another person’s approval after this one. */
export const isOneOfSeveral = ({ approvals }: Pick<ProposalSummary, "approvals">): boolean =>
  approvals.needed > approvals.given + 1

/** Returns the message after a decision: "Approved “Event handlers must be …”", "Rejected 37 proposals". */
export function doneWords(proposals: readonly ProposalSummary[], decision: ProposalDecision): string {
  const [only] = proposals
  const half = decision.verdict === "approve" ? proposals.filter(isOneOfSeveral).length : 0
  if (proposals.length !== 1 || !only)
    return `${verbOf(decision, null)} ${formatCount(proposals.length, "proposal")}${stillNeeded(half, proposals.length)}`
  if (half > 0)
    return `Approved (${only.approvals.given + 1} of ${only.approvals.needed}). Another person must also approve this proposal`
  return `${verbOf(decision, only)} ${quoteHeadline(headlineOf(only))}`
}

/**
 * Returns the past participle of a decision, such as "Approved". For one proposal it names the effect:
 * "Retired".
 */
function verbOf(decision: ProposalDecision, only: ProposalSummary | null): string {
  if (decision.verdict === "snooze") return snoozeVerb(decision)
  const effect = only && decision.verdict === "approve" ? APPROVED[only.kind] : undefined
  return effect ?? DONE[decision.verdict]
}

/**
 * Returns how many of the approved proposals need another approval: ". 2 still need another approval". Empty
 * if none does.
 */
function stillNeeded(half: number, all: number): string {
  if (half === 0) return ""
  const which = half === all ? "Each" : half.toLocaleString("en")
  return `. ${which} still ${half === 1 || half === all ? "needs" : "need"} another approval`
}

/** Current versions of the proposals that were rebased on this page, by id. */
const rebased = new Map<string, Pick<ProposalDetail, "shown">>()

/** Records the version of a proposal after a rebase that the person has seen. */
export const noteRebased = (proposal: ProposalDetail): void => void rebased.set(proposal.id, proposal)

/** Returns the version that the person saw: after a rebase, else in the pane (`seen`), else in the list. */
export const shownVersion = (proposal: ProposalSummary, seen?: string): string =>
  rebased.get(proposal.id)?.shown ?? seen ?? proposal.shown
