import { visibilitiesOf, visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { findSynthesis, type SynthesisRow } from "@/lib/db/coach/syntheses"
import { type VisibleTeam } from "@/lib/db/teams/visible-teams"
import { type Actor, can, isAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { readableTeams } from "../../teams/team-of"
import { type ClaimRow, reviewedClaims } from "../reviewed"

export interface SynthesisUnderReview {
  readonly team: VisibleTeam
  readonly row: SynthesisRow
  readonly visible: Visibility
}

/**
 * Returns the synthesis that a curator decides on. Refuses access tokens, and people without the right to
 * curate.
 */
export async function findForReview(actor: Actor, synthesis: string): Promise<Outcome<SynthesisUnderReview>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findSynthesis(visibilitiesOf(actor, teams.value), synthesis)
  const team = teams.value.find((one) => one.id === row?.teamId)
  if (!row || !team) return refused("not-found", `synthesis not found: ${synthesis}`)
  if (isAgent(actor)) return refused("forbidden", "access tokens cannot review claims. Sign in as a person")
  if (!can(actor, "curate", { teamId: team.id }))
    return refused("forbidden", `${team.name}: your role does not allow this (requires permission to curate)`)
  return done({ team, row, visible: visibilityOf(actor, team.id) })
}

/** Returns a refusal if a synthesis no longer waits, else null. */
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
        `“${title}” was already rejected by ${decidedBy ?? "somebody"}: ${reason ?? ""}. Undo the rejection first`,
        { state, by: decidedBy },
      )
    case "published":
      return refused(
        "conflict",
        `“${title}” was already published by ${decidedBy ?? "somebody"}. Withdraw it first`,
        { state, by: decidedBy },
      )
    default:
      return refused(
        "conflict",
        `“${title}” was published and has since been replaced by a newer synthesis. Its claims can no longer be reviewed`,
        { state, by: decidedBy },
      )
  }
}

/** Returns the claim at a position of a synthesis, counted from 0. */
export const claimOf = ({ claims, title }: SynthesisRow, position: number): Outcome<ClaimRow> => {
  const claim = claims[position]
  return claim
    ? done(claim)
    : refused(
        "not-found",
        `“${title}” has ${claims.length === 1 ? "1 claim" : `${claims.length} claims`}. There is no claim at position ${position}`,
      )
}

/** Returns a claim for review. Throws if the claim is not found. */
export async function viewClaimForReview(visible: Visibility, claim: ClaimRow) {
  const [reviewed] = await reviewedClaims(visible, [claim])
  if (!reviewed) throw new Error("a claim without its view")
  return reviewed
}

export const countWaitingClaims = (claims: readonly Pick<ClaimRow, "state">[]): number =>
  claims.filter(({ state }) => state === "waiting").length
