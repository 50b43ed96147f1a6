import { headlineOf } from "@/components/proposals/proposal-text"
import type { DecisionOutcome, ProposalSummary } from "@/components/proposals/proposal-types"
import { callOperation } from "@/components/data/http-client"
import { count } from "@/components/data/count"
import { quoteHeadline } from "@/components/text/quote-headline"
import { doneOutcome, sendInPortions } from "../../actions/decision-outcomes"
import { type Snooze, snoozeVerb } from "../../actions/snoozable-action"

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
export async function sendProposalDecision(
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
export async function sendProposalUndo(
  ids: readonly string[],
  key: string,
): Promise<readonly DecisionOutcome[]> {
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
    return `${verbOf(decision, null)} ${count(proposals.length, "proposal")}${stillNeeded(half, proposals.length)}`
  if (half > 0)
    return `Approved (${only.approvals.given + 1} of ${only.approvals.needed}). Another person must also approve it`
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
