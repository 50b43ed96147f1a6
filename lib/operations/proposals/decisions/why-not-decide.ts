import type { Curator } from "@/lib/db/policies/policies"
import type { ProposalRow } from "@/lib/db/proposals/list"
import type { Actor } from "@/lib/memory/teams/actor"
import { decidersOf, whyMayNotApprove, whyMayNotReject } from "@/lib/memory/policies/approval-right"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { authorWith, type LinesAbove } from "../author-token-chain"
import type { DecisionRequest, ShownProposal } from "./decision"

/** Policies and people that a decision depends on. */
export interface DecisionContext {
  readonly request: DecisionRequest
  readonly policies: readonly PlacedPolicy[]
  readonly curators: readonly Curator[]
  readonly lines: LinesAbove
  /** Messages for proposals that are on hold, by id. */
  readonly held: ReadonlyMap<string, string>
}

/** Returns a refusal if the actor cannot make this decision on the proposal now, or null. */
export function whyNotDecide(
  actor: Actor,
  row: ProposalRow,
  { shown }: ShownProposal,
  context: DecisionContext,
): Refusal | null {
  const { request } = context
  const right = request.rule ? null : whyNotAllowed(actor, row, context)
  if (right) return refused("forbidden", right)
  const decided = whyProposalDecided(actor, row)
  if (decided) return decided
  if (row.expiresAt <= new Date()) return refused("conflict", "expired. The author can propose it again")
  if (row.shown !== shown)
    return refused("stale", "the proposal has changed since you opened it. Review it again", {
      shown: row.shown,
    })
  return request.verdict === "reject" ? null : whyNotAccept(actor, row, context)
}

function whyNotAllowed(
  actor: Actor,
  row: ProposalRow,
  { request, policies, curators, lines }: DecisionContext,
): string | null {
  const policy = policyOfMemory(policies, row)
  if (request.verdict === "reject") return whyMayNotReject(actor, { teamId: row.teamId, policy })
  return whyMayNotApprove(actor, {
    teamId: row.teamId,
    policy,
    author: authorWith(lines, row),
    curators: decidersOf(policy, curators),
  })
}

function whyNotAccept(
  actor: Actor,
  row: ProposalRow,
  { request, policies, held }: DecisionContext,
): Refusal | null {
  const hold = held.get(row.id)
  if (hold !== undefined) return refused("conflict", hold)
  if (row.flagged && (request.bulk || request.rule))
    return refused("forbidden", "flagged proposals must be reviewed one by one", { flagged: true })
  const { approvals } = policyOfMemory(policies, row)
  if (request.verdict === "approve") return whyNotApproveAgain(actor, row, approvals)
  const hasText = row.changes.some((change) => change.kind === "add" || change.kind === "edit")
  if (request.verdict === "edit" && !hasText)
    return refused("invalid", "text: the proposal has no text to edit. Approve or reject it")
  return approvals > 1
    ? refused(
        "conflict",
        "two approvals are required for the proposed text. Reject it with a reason, or propose the new text separately",
      )
    : null
}

const whyNotApproveAgain = (actor: Actor, row: ProposalRow, needed: number): Refusal | null =>
  row.approvals.length < needed && row.approvals.some((one) => one.userId === actor.id)
    ? refused("conflict", "you have already approved this proposal. A second curator must also approve it")
    : null

/** Returns a refusal that names who decided the proposal. Null if the proposal is waiting. */
export function whyProposalDecided({ id }: Pick<Actor, "id">, row: ProposalRow): Refusal | null {
  if (row.state === "waiting") return null
  const by = row.review?.byId === id ? "you" : row.review?.by
  return refused("conflict", row.review ? `already ${row.review.verdict} by ${by}` : `already ${row.state}`, {
    state: row.state,
    by: row.review?.by ?? null,
  })
}
