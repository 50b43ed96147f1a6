import { findSynthesis, type SynthesisRow } from "@/lib/db/syntheses"
import { projectBound, type VisibleTeam } from "@/lib/db/visible"
import { type Actor, can, isAgent } from "@/lib/memory/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/outcome"
import { readableTeams } from "../../team-of"
import { type ClaimRow, reviewedClaims } from "../reviewed"

export interface Reviewing {
  readonly team: VisibleTeam
  readonly row: SynthesisRow
  /** The only project of which whoever asks may see anything. */
  readonly bound: string | null
}

/** The synthesis that a curator decides on. */
export async function reviewing(actor: Actor, synthesis: string): Promise<Outcome<Reviewing>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findSynthesis(
    teams.value.map((team) => team.id),
    synthesis,
  )
  const team = teams.value.find((one) => one.id === row?.teamId)
  const bound = projectBound(actor)
  if (!row || !team || (bound !== null && row.projectId !== bound))
    return refused("not-found", `there is no synthesis ${synthesis}, or you may not see it`)
  if (isAgent(actor))
    return refused("forbidden", "people go through what the coach wrote: an agent submits and never decides")
  if (!can(actor, "curate", { teamId: team.id }))
    return refused("forbidden", `${team.name}: your role does not allow this (it needs the right to curate)`)
  return done({ team, row, bound })
}

/** Why nothing of a synthesis is decided any more; null while it waits. */
export function whyNotWaiting({
  state,
  title,
  decidedBy,
  reason,
}: Pick<SynthesisRow, "state" | "title" | "decidedBy" | "reason">): Refusal | null {
  switch (state) {
    case "waiting":
      return null
    case "rejected":
      return refused(
        "conflict",
        `${decidedBy ?? "somebody"} has rejected “${title}” already: ${reason ?? ""}; take that back first`,
        { state, by: decidedBy },
      )
    case "published":
      return refused(
        "conflict",
        `${decidedBy ?? "somebody"} has published “${title}” already: withdraw it first`,
        { state, by: decidedBy },
      )
    default:
      return refused(
        "conflict",
        `“${title}” was published and is replaced by a newer one: nothing of it is decided any more`,
        { state, by: decidedBy },
      )
  }
}

export const claimOf = ({ claims, title }: SynthesisRow, position: number): Outcome<ClaimRow> => {
  const claim = claims[position]
  return claim
    ? done(claim)
    : refused(
        "not-found",
        `“${title}” has ${claims.length === 1 ? "1 claim" : `${claims.length} claims`}: there is none at position ${position}`,
      )
}

/** A claim as a curator sees it. */
export async function asReviewed(
  { teamId }: Pick<SynthesisRow, "teamId">,
  claim: ClaimRow,
  bound: string | null,
) {
  const [reviewed] = await reviewedClaims({ teamId, claims: [claim] }, bound)
  if (!reviewed) throw new Error("a claim without its view")
  return reviewed
}

export const countWaiting = (claims: readonly Pick<ClaimRow, "state">[]): number =>
  claims.filter(({ state }) => state === "waiting").length
