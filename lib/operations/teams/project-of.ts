import { visibilityOf } from "@/lib/memory/teams/visibility"
import { listProjects } from "@/lib/db/agents/fleet"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export interface VisibleProject {
  readonly id: string
  readonly slug: string
  readonly name: string
}

/** Returns the projects of a team that the actor may see, by name. */
export async function projectsOf(actor: Actor, teamId: string): Promise<VisibleProject[]> {
  return listProjects(visibilityOf(actor, teamId))
}

/**
 * Returns the project with this slug, name or id. Null if none is named. A token that is bound to a project
 * sees only that project.
 */
export async function projectOf(
  actor: Actor,
  teamId: string,
  reference: string | undefined,
): Promise<Outcome<VisibleProject | null>> {
  if (reference === undefined && !visibilityOf(actor, teamId).bound) return done(null)
  const projects = await projectsOf(actor, teamId)
  if (reference === undefined)
    return projects[0]
      ? done(projects[0])
      : refused("not-found", "the project of this access token was removed")
  const found =
    projects.find((one) => one.slug === reference || one.name === reference || one.id === reference) ??
    projects.find((one) => one.name.toLowerCase() === reference.toLowerCase())
  return found ? done(found) : refused("not-found", `project not found in this team: ${reference}`)
}
