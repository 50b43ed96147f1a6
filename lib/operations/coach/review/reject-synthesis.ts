import { z } from "zod"
import {
  lockSynthesis,
  newerSynthesisThan,
  rejectSynthesis as reject,
  reopenSynthesis as reopen,
  waitingProposalsAmong,
} from "@/lib/db/coach/claim-decisions"
import { commit } from "@/lib/db/infra/commit"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { synthesisKeyOfRow } from "../waiting-key"
import { findForReview, whyNotWaiting } from "./synthesis-under-review"
import { rejectedWhole, wholeRejection } from "./synthesis-review-outputs"

export const rejectSynthesis = operation({
  name: "synthesis.reject",
  summary:
    "Reject a whole synthesis with a reason. None of it is published. Proposals from its claims stay in the Inbox.",
  method: "POST",
  path: "/syntheses/{synthesis}/rejection",
  right: "curate",
  input: wholeRejection,
  output: rejectedWhole,
  async run(actor, input) {
    const found = await findForReview(actor, input.synthesis)
    if (!found.ok) return found
    const { teamId, id, title, kind } = found.value.row
    const happening = {
      kind: "synthesis.reject",
      teamId,
      subject: title,
      detail: { kind, syntheses: [{ id, state: "rejected" }] },
    }
    const rejected = await commit(actor, happening, async (tx) => {
      const held = await lockSynthesis(tx, teamId, id)
      if (held?.state === "rejected" && held.decidedById === actor.id && held.reason === input.reason)
        return DONE_ALREADY
      const why = held ? whyNotWaiting(held) : gone(input.synthesis)
      if (why) return why
      await reject(tx, { teamId, id }, actor, input.reason)
      return done({
        id,
        state: "rejected" as const,
        proposals: await waitingProposalsAmong(tx, teamId, proposalsOf(held)),
      })
    })
    return rejected === DONE_ALREADY ? done({ id, state: "rejected" as const, proposals: [] }) : rejected
  },
})

/** Refusal that rolls back the transaction if the synthesis is already rejected. */
const DONE_ALREADY = refused("conflict", "already rejected")

export const reopenSynthesis = operation({
  name: "synthesis.reopen",
  summary:
    "Undo the rejection of a synthesis. The synthesis is pending again, and the decisions on its claims are kept.",
  method: "DELETE",
  path: "/syntheses/{synthesis}/rejection",
  right: "curate",
  input: z.object({ synthesis: z.string() }),
  output: rejectedWhole,
  async run(actor, input) {
    const found = await findForReview(actor, input.synthesis)
    if (!found.ok) return found
    const { teamId, id, title, kind } = found.value.row
    const happening = {
      kind: "synthesis.reopen",
      teamId,
      subject: title,
      detail: { kind, syntheses: [{ id, state: "waiting" }] },
    }
    return commit(actor, happening, async (tx) => {
      const held = await lockSynthesis(tx, teamId, id)
      if (!held) return gone(input.synthesis)
      if (held.state !== "rejected")
        return (
          whyNotWaiting(held) ??
          refused("conflict", "the synthesis is not rejected, so there is nothing to undo")
        )
      const newer = await newerSynthesisThan(tx, held)
      if (newer)
        return refused(
          "conflict",
          `“${newer.title}” has since been submitted and is ${newer.state === "waiting" ? "waiting for review" : "published"}. Use that synthesis instead`,
        )
      if (!(await reopen(tx, { teamId, id }, synthesisKeyOfRow(held))))
        return refused(
          "conflict",
          "the same synthesis was submitted again and is waiting for review. Review that synthesis instead",
        )
      return done({
        id,
        state: "waiting" as const,
        proposals: await waitingProposalsAmong(tx, teamId, proposalsOf(held)),
      })
    }).catch((cause: { code?: string }) => {
      if (cause.code === "P2002")
        return refused(
          "conflict",
          "the same synthesis was submitted again and is waiting for review. Review that synthesis instead",
        )
      throw cause
    })
  },
})

const gone = (synthesis: string) => refused("not-found", `synthesis not found: ${synthesis}`)
const proposalsOf = (row: SynthesisRow | null): string[] => row?.claims.flatMap((one) => one.proposals) ?? []
