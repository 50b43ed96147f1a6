import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { findProposals, type ProposalRow } from "@/lib/db/proposals/list"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { type Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

/**
 * Returns the proposal with this id. Refuses if it does not exist or is in a team that the actor may not see.
 */
export async function visibleProposal(actor: Actor, id: string): Promise<Outcome<ProposalRow>> {
  const [row] = await visibleProposals(actor, [id])
  return row ? done(row) : NO_PROPOSAL
}

/** Returns the given proposals that the actor may see. */
export async function visibleProposals(actor: Actor, ids: readonly string[]): Promise<ProposalRow[]> {
  return findProposals(visibilitiesOf(actor, await visibleTeams(actor)), [...new Set(ids)], actor.id)
}

export const NO_PROPOSAL = refused("not-found", "proposal not found")
