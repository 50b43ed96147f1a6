import type { Actor } from "@/lib/memory/teams/actor"
import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { projectOf } from "../teams/project-of"
import { teamOf } from "../teams/team-of"

/**
 * Returns what the actor may read of the team, or of the named project. Refuses if the actor may not read it.
 */
export async function inboxPlace(
  actor: Actor,
  input: { readonly team: string; readonly project?: string | undefined },
): Promise<Outcome<Visibility>> {
  const team = await teamOf(actor, "read", input.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, input.project)
  return project.ok ? done(visibilityOf(actor, team.value.id, project.value?.id)) : project
}
