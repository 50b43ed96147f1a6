import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { teamOf } from "../teams/team-of"

/**
 * Returns the audit chain of a team, for its leads. Without a team, returns nulls for the chain of the
 * deployment, for its owner: sign-ins, teams, allowed directories.
 */
export async function chainOf(
  actor: Actor,
  team: string | undefined,
): Promise<Outcome<{ teamId: string | null; team: string | null }>> {
  if (team !== undefined) {
    const found = await teamOf(actor, "manage", team)
    return found.ok ? done({ teamId: found.value.id, team: found.value.slug }) : found
  }
  if (can(actor, "own", { teamId: null })) return done({ teamId: null, team: null })
  return refused("forbidden", "only the owner can read the deployment's audit log. Choose a team you manage")
}
