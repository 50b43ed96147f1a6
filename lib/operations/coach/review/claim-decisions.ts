import type { z } from "zod"
import {
  type ClaimDecision,
  decideClaims,
  lockSynthesis,
  proposalsMadeBy,
  reopenClaim,
} from "@/lib/db/coach/claim-decisions"
import { commit, type Tx } from "@/lib/db/infra/commit"
import type { Actor } from "@/lib/memory/teams/actor"
import type { PromoteTo } from "@/lib/memory/coach/synthesis"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { readPolicies } from "@/lib/db/policies"
import { holdProposals, type ProposalRow } from "@/lib/db/proposals/proposals"
import { whyMayNotReject } from "@/lib/memory/policies/rights"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { guardText } from "../../guard/secrets-and-flags"
import { operation } from "../../operation"
import { countIncoming } from "../../proposals/compare-queue"
import { closeProposals } from "../../proposals/decisions/decision"
import {
  type ClaimRow,
  type ReviewedClaim,
  claimDecision,
  decidedClaim,
  type DecidedClaim,
  viewClaimForReview,
  claimOf,
  countWaitingClaims,
  type SynthesisUnderReview,
  findForReview,
  whyNotWaiting,
  claimNamed,
  undoneClaim,
} from "./synthesis-review"
import { addPlanned, type PlannedPromotion, planClaimPromotion, completePlanned } from "./promotion"

export const decideClaim = operation({
  name: "claim.decide",
  summary:
    "Review a claim: accept it, accept it with edits, or reject it with a reason. An accepted claim is published in the brief, or becomes proposals for shared memory.",
  method: "POST",
  path: "/syntheses/{synthesis}/claims/{position}/decision",
  right: "curate",
  version: { base: "shown" },
  input: claimDecision,
  output: decidedClaim,
  run: (actor, input) => countIncoming(() => decide(actor, input)),
})

type DecisionInput = z.output<typeof claimDecision>

async function decide(actor: Actor, input: DecisionInput): Promise<Outcome<DecidedClaim>> {
  const found = await findForReview(actor, input.synthesis)
  if (!found.ok) return found
  const { row, visible } = found.value
  const claim = claimOf(row, input.position)
  if (!claim.ok) return claim
  const why = whyInvalid(input) ?? whyNotWaiting(row)
  if (why) return why
  const decision = decisionOf(input, claim.value)
  if (claim.value.state !== "waiting") return decidedBefore(actor, found.value, claim.value, decision)
  const reviewed = await viewClaimForReview(visible, claim.value)
  const refusal = whyNotNow(reviewed, input.shown, decision)
  if (refusal) return refusal
  const plan = await planDecision(actor, found.value, decision, {
    claim: claim.value,
    to: input.to ?? (claim.value.promote as PromoteTo | null),
    citations: reviewed.citations,
  })
  if (!plan.ok) return plan
  const settled = await settle(actor, found.value, decision, plan.value)
  if (settled === BEATEN) return beatenBy(actor, input, decision)
  if (settled.ok && plan.value !== null) await completePlanned(actor, plan.value, settled.value.proposals)
  return settled
}

function whyNotNow(claim: ReviewedClaim, shown: string, { state }: Decision): Refusal | null {
  if (claim.shown !== shown)
    return refused(
      "stale",
      "the claim or a cited entry has changed since you opened the claim, so nothing was saved. Review the claim again",
      { claim },
    )
  return state !== "rejected" && claim.hindrance !== null
    ? refused("conflict", claim.hindrance, { claim })
    : null
}

/** Plans the promotion that a decision asks for. Null if the decision is not a promotion. */
async function planDecision(
  actor: Actor,
  reviewing: SynthesisUnderReview,
  decision: Decision,
  { claim, to, citations }: { claim: ClaimRow; to: PromoteTo | null; citations: ReviewedClaim["citations"] },
): Promise<Outcome<PlannedPromotion | null>> {
  if (decision.becomes !== "promotion") return done(null)
  if (to === null)
    return refused(
      "invalid",
      "to: choose category memory or team memory, because the coach did not suggest a scope",
    )
  const promoted = { claim: { ...claim, edited: decision.edited }, to, citations }
  return planClaimPromotion(actor, reviewing, promoted, new Date())
}

/** Returns the outcome of a decision if another decision on the claim was stored at the same moment. */
async function beatenBy(
  actor: Actor,
  { synthesis, position }: DecisionInput,
  decision: Decision,
): Promise<Outcome<DecidedClaim>> {
  const again = await findForReview(actor, synthesis)
  if (!again.ok) return again
  const now = claimOf(again.value.row, position)
  return now.ok ? decidedBefore(actor, again.value, now.value, decision) : now
}

function whyInvalid({ verdict, text, reason, use }: DecisionInput): Refusal | null {
  if (verdict === "edit" && text === undefined) return refused("invalid", "text: enter the text of the claim")
  const unseen =
    verdict === "edit" && text !== undefined
      ? guardText(text).flags.find(({ kind }) => kind === "invisible-character")
      : undefined
  if (unseen)
    return refused(
      "invalid",
      `text: line ${unseen.line}, column ${unseen.column}: ${unseen.message}. Remove it, because the text is published without another review`,
    )
  if (verdict === "reject" && reason === "")
    return refused("invalid", "reason: required. The coach uses it to avoid similar claims")
  if (verdict === "reject" && use === "promotion")
    return refused("invalid", "use: does not apply to a rejection")
  return null
}

type Decision = Omit<ClaimDecision, "proposals">

/** Returns the decision to store. An edit that changes nothing counts as an acceptance. */
function decisionOf({ position, verdict, text, reason, use }: DecisionInput, claim: ClaimRow): Decision {
  if (verdict === "reject") return { position, state: "rejected", edited: null, reason, becomes: null }
  const edited = verdict === "edit" && text !== undefined && text !== claim.text ? text : null
  return { position, state: edited === null ? "accepted" : "edited", edited, reason: null, becomes: use }
}

/** Stores the decision and its proposals in one transaction. */
async function settle(
  actor: Actor,
  { row: { teamId, id, title } }: SynthesisUnderReview,
  decision: Decision,
  plan: PlannedPromotion | null,
): Promise<Outcome<DecidedClaim>> {
  const { position, state, becomes } = decision
  const event = ({ proposals }: DecidedClaim) => ({
    kind: "claim.decide",
    teamId,
    subject: title,
    detail: {
      verdict: state,
      becomes,
      claims: 1,
      positions: [position],
      syntheses: [{ id, state: "waiting" }],
      proposals: proposals.map((one) => ({ id: one, state: "waiting" })),
    },
  })
  return commit(actor, event, async (tx) => {
    const held = await lockSynthesis(tx, teamId, id)
    const why = held ? whyNotWaiting(held) : BEATEN
    if (why) return why
    const proposals = plan === null ? [] : await addPlanned(tx, plan)
    const [decided] = await decideClaims(tx, { teamId, id }, actor, [{ ...decision, proposals }])
    if (decided === undefined) return BEATEN
    const left = countWaitingClaims(held?.claims ?? []) - 1
    return done({ position, state, becomes, proposals, kept: plan === null ? [] : [...plan.kept], left })
  })
}

/** Refusal that rolls back the transaction if another person decided the claim at the same moment. */
const BEATEN = refused("conflict", "already reviewed by someone else. Check the decision")

/**
 * Returns the stored decision if the same person sends it again. Refuses any other decision and names who
 * decided first.
 */
async function decidedBefore(
  actor: Actor,
  { row, visible }: SynthesisUnderReview,
  claim: ClaimRow,
  { state, edited, reason, becomes, position }: Decision,
): Promise<Outcome<DecidedClaim>> {
  if (
    claim.decidedById === actor.id &&
    claim.state === state &&
    claim.edited === edited &&
    claim.reason === reason &&
    claim.becomes === becomes
  )
    return done({
      position,
      state,
      becomes,
      proposals: [...claim.proposals],
      kept: [],
      left: countWaitingClaims(row.claims),
    })
  return refused("conflict", whoDecided(claim), {
    state: claim.state,
    by: claim.decidedBy,
    claim: await viewClaimForReview(visible, claim),
  })
}

/** Returns a message that names who decided the claim, and how. */
export function whoDecided({ state, decidedBy, reason, becomes }: ClaimRow): string {
  const by = decidedBy ?? "someone"
  if (state === "rejected") return `already rejected by ${by}: ${reason ?? ""}`
  return `already accepted by ${by}${state === "edited" ? " with edits" : ""}${becomes === "promotion" ? ", as a promotion" : ""}`
}

export const undoClaim = operation({
  name: "claim.undo",
  summary:
    "Undo the decision on a claim: the claim is pending again with its original text, and its pending proposals are withdrawn.",
  method: "DELETE",
  path: "/syntheses/{synthesis}/claims/{position}/decision",
  right: "curate",
  input: claimNamed,
  output: undoneClaim,
  async run(actor, input) {
    const found = await findForReview(actor, input.synthesis)
    if (!found.ok) return found
    const { teamId, id, title } = found.value.row
    const { position } = input
    const happening = ({ withdrawn }: { withdrawn: readonly string[] }) => ({
      kind: "claim.undo",
      teamId,
      subject: title,
      detail: {
        positions: [position],
        syntheses: [{ id, state: "waiting" }],
        proposals: withdrawn.map((one) => ({ id: one, state: "withdrawn" })),
      },
    })
    const undone = await commit(actor, happening, async (tx) => {
      const held = await lockSynthesis(tx, teamId, id)
      if (!held) return refused("not-found", `synthesis not found: ${input.synthesis}`)
      const why = whyNotWaiting(held)
      if (why) return why
      const claim = claimOf(held, position)
      if (!claim.ok) return claim
      if (claim.value.state === "waiting")
        return refused("conflict", "the claim is still pending, so there is nothing to undo")
      const withdrawn = await withdrawMade(tx, actor, { teamId, id, position })
      if (!withdrawn.ok) return withdrawn
      await reopenClaim(tx, { teamId, id }, position)
      return done({ withdrawn: withdrawn.value, left: countWaitingClaims(held.claims) + 1 })
    })
    return undone.ok
      ? done({
          position,
          state: "waiting" as const,
          withdrawn: undone.value.withdrawn.length,
          left: undone.value.left,
        })
      : undone
  },
})

/**
 * Withdraws the proposals that a decision made, and returns their ids. Refuses if one of them is already in
 * memory: that decision must be undone first.
 */
async function withdrawMade(
  tx: Tx,
  actor: Actor,
  { teamId, id, position }: { teamId: string; id: string; position: number },
): Promise<Outcome<string[]>> {
  const rows = await holdProposals(tx, teamId, await proposalsMadeBy(tx, { teamId, id }, position), actor.id)
  const policies = await readPolicies(visibilityOf(actor, teamId), tx)
  for (const row of rows) {
    const why = whyNot(actor, row, policies)
    if (why) return why
  }
  const waiting = rows.filter(({ state }) => state === "waiting")
  await closeProposals(tx, actor, waiting, {
    verdict: "withdrawn",
    reason: "The claim behind this proposal is pending again",
  })
  return done(waiting.map((row) => row.id))
}

function whyNot(actor: Actor, row: ProposalRow, policies: readonly PlacedPolicy[]): Refusal | null {
  if (row.state === "approved" || row.state === "merged") {
    return refused(
      "conflict",
      `the claim's proposal for ${row.path} was ${row.state} by ${row.review?.by ?? "someone"}. Undo that decision first in the Inbox under Decided, then undo this one`,
      { proposal: row.id, state: row.state },
    )
  }
  const own = row.authorKind === actor.kind && row.authorId === actor.id
  const right =
    row.state !== "waiting" || own
      ? null
      : whyMayNotReject(actor, { teamId: row.teamId, policy: policyOfMemory(policies, row) })
  return right === null
    ? null
    : refused("forbidden", `the claim's proposal for ${row.path} is pending: ${right}`)
}
