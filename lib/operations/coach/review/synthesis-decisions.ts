import type { Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  type ClaimDecision,
  decideClaims,
  lockSynthesis,
  newerSynthesisThan,
  rejectSynthesis as reject,
  reopenSynthesis as reopen,
  waitingProposalsAmong,
} from "@/lib/db/coach/claim-decisions"
import { commit } from "@/lib/db/infra/commit"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { SynthesisRow } from "@/lib/db/coach/syntheses"
import type { Actor } from "@/lib/memory/teams/actor"
import { operation } from "../../operation"
import {
  type ClaimRow,
  reviewedClaims,
  restDecided,
  restDecision,
  findForReview,
  whyNotWaiting,
  rejectedWhole,
  wholeRejection,
} from "./synthesis-review"
import type { WholeSynthesis } from "../coach-outputs"
import { synthesisKeyOfRow } from "../submit"
import { whoDecided } from "./claim-decisions"

type ReviewedClaim = WholeSynthesis["statements"][number]
type RestDecision = z.output<typeof restDecision>

export const decideRest = operation({
  name: "claim.decide-rest",
  summary:
    "Accept or reject several claims at once. Flagged claims, and claims whose cited entries were changed or removed, cannot be accepted together and must be reviewed one by one.",
  method: "POST",
  path: "/syntheses/{synthesis}/claims/decisions",
  right: "curate",
  input: restDecision,
  output: restDecided,
  async run(actor, input) {
    const found = await findForReview(actor, input.synthesis)
    if (!found.ok) return found
    const { row, visible } = found.value
    if (input.verdict === "reject" && input.reason === "")
      return refused("invalid", "reason: required. The coach uses it to avoid similar claims")
    const why = whyNotWaiting(row)
    if (why) return why
    const { left, decisions } = await splitClaims(row, visible, input)
    if (decisions.length === 0) return done({ decided: 0, left })
    const settled = await settleClaims(actor, row, { verdict: input.verdict, decisions })
    if (!settled.ok && settled !== BEATEN) return settled
    const decided = settled.ok ? settled.value : []
    left.push(
      ...decisions.flatMap(({ position }) =>
        decided.includes(position) ? [] : [{ position, why: "already reviewed by someone else" }],
      ),
    )
    return done({ decided: decided.length, left: left.toSorted((a, b) => a.position - b.position) })
  },
})

interface SplitClaims {
  /** Claims that cannot be decided together, with the reason. */
  readonly left: { position: number; why: string }[]
  readonly decisions: ClaimDecision[]
}

async function splitClaims(
  row: SynthesisRow,
  visible: Visibility,
  { claims, verdict, reason }: RestDecision,
): Promise<SplitClaims> {
  const asked = new Map(claims.map((one) => [one.position, one]))
  const reviewed = await reviewedClaims(
    visible,
    row.claims.filter(({ position }) => asked.has(position)),
  )
  const byPosition = new Map(reviewed.map((one) => [one.position, one]))
  const left: SplitClaims["left"] = []
  const decisions: ClaimDecision[] = []
  for (const { position, shown } of asked.values()) {
    const why = whyNotTogether({
      claim: row.claims[position],
      reviewed: byPosition.get(position),
      shown,
      verdict,
    })
    if (why === null) decisions.push(decisionOn(position, verdict, reason))
    else left.push({ position, why })
  }
  return { left, decisions }
}

function whyNotTogether({
  claim,
  reviewed,
  shown,
  verdict,
}: {
  claim: ClaimRow | undefined
  reviewed: ReviewedClaim | undefined
  shown: string
  verdict: RestDecision["verdict"]
}): string | null {
  if (!claim || !reviewed) return "there is no claim at this position"
  if (claim.state !== "waiting") return whoDecided(claim)
  if (reviewed.shown !== shown) return CHANGED
  return verdict === "accept" ? whyOneByOne(reviewed) : null
}

const decisionOn = (position: number, verdict: RestDecision["verdict"], reason: string): ClaimDecision =>
  verdict === "accept"
    ? { position, state: "accepted", edited: null, reason: null, becomes: "brief", proposals: [] }
    : { position, state: "rejected", edited: null, reason, becomes: null, proposals: [] }

/** Stores the decisions on claims that are still undecided. Returns the positions of these claims. */
function settleClaims(
  actor: Actor,
  { teamId, id, title }: SynthesisRow,
  { verdict, decisions }: { verdict: RestDecision["verdict"]; decisions: readonly ClaimDecision[] },
): Promise<Outcome<number[]>> {
  const event = (positions: number[]) => ({
    kind: "claim.decide",
    teamId,
    subject: title,
    detail: {
      verdict: verdict === "accept" ? "accepted" : "rejected",
      becomes: verdict === "accept" ? "brief" : null,
      claims: positions.length,
      positions,
      syntheses: [{ id, state: "waiting" }],
    },
  })
  return commit(actor, event, async (tx) => {
    const held = await lockSynthesis(tx, teamId, id)
    const refusal = held ? whyNotWaiting(held) : refused("not-found", `synthesis not found: ${id}`)
    if (refusal) return refusal
    const positions = await decideClaims(tx, { teamId, id }, actor, decisions)
    return positions.length > 0 ? done(positions) : BEATEN
  })
}

const CHANGED = "the claim or a cited entry has changed since you opened the claim. Review the claim again"
/** Refusal that rolls back the transaction if another person decided all of the claims at the same moment. */
const BEATEN = refused("conflict", "already reviewed by someone else. Check the decisions")

/** Returns why a claim must be accepted individually, or null if it can be accepted with others. */
function whyOneByOne({ flags, hindrance, citations }: ReviewedClaim): string | null {
  if (hindrance !== null) return hindrance
  const [flag] = flags
  if (flag) return `flagged claims must be accepted one by one: ${flag.why}`
  const changed = citations.filter(({ stands }) => stands !== "same")
  if (changed.length > 0)
    return `${changed.length === 1 ? "a cited entry was" : `${changed.length} cited entries were`} changed or removed. Review this claim individually`
  return null
}

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
const DONE_ALREADY = refused("conflict", "the synthesis has already been rejected")

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
