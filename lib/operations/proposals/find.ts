import { findProposal, type ProposalRow } from "@/lib/db/proposals"
import { projectBound, visibleTeams } from "@/lib/db/visible"
import { type Actor, can } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"

/** The proposal of an id, in whichever team the actor may see it. */
export async function visibleProposal(actor: Actor, id: string): Promise<Outcome<ProposalRow>> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const row = await findProposal(teams.map((team) => team.id), id, actor.id)
  const bound = projectBound(actor)
  if (!row || (bound !== null && row.projectId !== bound)) return refused("not-found", "there is no such proposal, or you may not see it")
  return done(row)
}
