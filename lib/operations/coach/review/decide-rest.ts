import { type ClaimDecision, decideClaims, lockSynthesis } from "@/lib/db/coach/claim-decisions"
import { commit } from "@/lib/db/infra/commit"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { reviewedClaims } from "../reviewed"
import type { WholeSynthesis } from "../coach-outputs"
import { whoDecided } from "./decide"
import { reviewing, whyNotWaiting } from "./find"
import { restDecided, restDecision } from "./synthesis-review-outputs"

type Reviewed = WholeSynthesis["statements"][number]
type Left = { position: number; why: string }

export const decideRest = operation({
  name: "claim.decide-rest",
  summary:
    "Accept or reject several claims at once. Never accepts claims that are flagged, or whose cited entries were changed or removed. Decide those one by one.",
  method: "POST",
  path: "/syntheses/{synthesis}/claims/decisions",
  right: "curate",
  input: restDecision,
  output: restDecided,
  async run(actor, input) {
    const found = await reviewing(actor, input.synthesis)
    if (!found.ok) return found
    const { row, bound } = found.value
    if (input.verdict === "reject" && input.reason === "")
      return refused("invalid", "reason: required. The coach uses it to avoid similar claims")
    const why = whyNotWaiting(row)
    if (why) return why
    const asked = [...new Map(input.claims.map((one) => [one.position, one])).values()]
    const reviewed = new Map(
      (
        await reviewedClaims(
          {
            teamId: row.teamId,
            claims: row.claims.filter(({ position }) => asked.some((one) => one.position === position)),
          },
          bound,
        )
      ).map((one) => [one.position, one]),
    )
    const left: Left[] = []
    const decisions: ClaimDecision[] = []
    for (const { position, shown } of asked) {
      const one = reviewed.get(position)
      const claim = row.claims[position]
      const hindrance =
        !one || !claim
          ? "no claim at this position"
          : claim.state !== "waiting"
            ? whoDecided(claim)
            : one.shown !== shown
              ? CHANGED
              : input.verdict === "accept"
                ? whyOneByOne(one)
                : null
      if (hindrance !== null) left.push({ position, why: hindrance })
      else if (input.verdict === "accept")
        decisions.push({
          position,
          state: "accepted",
          edited: null,
          reason: null,
          becomes: "brief",
          proposals: [],
        })
      else
        decisions.push({
          position,
          state: "rejected",
          edited: null,
          reason: input.reason,
          becomes: null,
          proposals: [],
        })
    }
    if (decisions.length === 0) return done({ decided: 0, left })
    const { teamId, id, title } = row
    const happening = (positions: number[]) => ({
      kind: "claim.decide",
      teamId,
      subject: title,
      detail: {
        verdict: input.verdict === "accept" ? "accepted" : "rejected",
        becomes: input.verdict === "accept" ? "brief" : null,
        claims: positions.length,
        positions,
        syntheses: [{ id, state: "waiting" }],
      },
    })
    const settled = await commit(actor, happening, async (tx) => {
      const held = await lockSynthesis(tx, teamId, id)
      const refusal = held
        ? whyNotWaiting(held)
        : refused("not-found", `synthesis not found: ${input.synthesis}`)
      if (refusal) return refusal
      const positions = await decideClaims(tx, { teamId, id }, actor, decisions)
      return positions.length > 0 ? done(positions) : BEATEN
    })
    if (!settled.ok && settled !== BEATEN) return settled
    const decided = settled.ok ? settled.value : []
    left.push(
      ...decisions.flatMap(({ position }) =>
        decided.includes(position) ? [] : [{ position, why: "already decided by somebody else" }],
      ),
    )
    return done({ decided: decided.length, left: left.toSorted((a, b) => a.position - b.position) })
  },
})

const CHANGED = "the claim or a cited entry changed since it was shown: look at it again"
/** Rolls back: all of them were decided at the same moment. */
const BEATEN = refused("conflict", "already decided by somebody else: look at them again")

/** Why a claim is accepted only by itself; null: it may go with others. */
function whyOneByOne({ flags, hindrance, citations }: Reviewed): string | null {
  if (hindrance !== null) return hindrance
  const [flag] = flags
  if (flag) return `flagged claims are accepted one by one: ${flag.why}`
  const changed = citations.filter(({ stands }) => stands !== "same")
  if (changed.length > 0)
    return `${changed.length === 1 ? "a cited entry was" : `${changed.length} cited entries were`} changed or removed: review this claim individually`
  return null
}
