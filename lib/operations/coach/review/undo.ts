import { visibilityOf } from "@/lib/memory/teams/visibility"
import { lockSynthesis, proposalsMadeBy, reopenClaim } from "@/lib/db/coach/claim-decisions"
import { commit, type Tx } from "@/lib/db/infra/commit"
import { readPolicies } from "@/lib/db/policies/policies"
import { holdProposals, type ProposalRow } from "@/lib/db/proposals/list"
import type { Actor } from "@/lib/memory/teams/actor"
import { whyMayNotReject } from "@/lib/memory/policies/approval-right"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { type PlacedPolicy, policyOfMemory } from "@/lib/memory/policies/policy"
import { operation } from "../../operation"
import { closeProposals } from "../../proposals/decisions/close-proposals"
import { claimOf, countWaitingClaims, findForReview, whyNotWaiting } from "./synthesis-under-review"
import { claimNamed, undoneClaim } from "./synthesis-review-outputs"

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
      `the claim's proposal for ${row.path} was ${row.state} by ${row.review?.by ?? "somebody"}. Undo that decision first in the Inbox under Decided, then undo this one`,
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
