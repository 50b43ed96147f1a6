import { visibilityOf } from "@/lib/memory/teams/visibility"
import { listProjects } from "@/lib/db/agents/fleet"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { projectOf, type VisibleProject } from "../teams/project-of"
import { proposalPlace } from "../proposals/team-and-project"
import { readableTeams, teamOf } from "../teams/team-of"

export interface HealthPlace {
  readonly team: VisibleTeam
  /** Project of the request. Null for the whole team. */
  readonly project: VisibleProject | null
  /** All projects that the actor may see. */
  readonly projects: readonly { readonly id: string; readonly slug: string; readonly name: string }[]
}

/**
 * Returns the named team and project. A project determines its team. Default: the only readable team, without
 * samples.
 */
export async function healthPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<HealthPlace>> {
  const meant = await meantPlace(actor, named)
  if (!meant.ok) return meant
  const projects = await listProjects(visibilityOf(actor, meant.value.team.id))
  return done({ ...meant.value, projects: projects.map(({ id, slug, name }) => ({ id, slug, name })) })
}

async function meantPlace(
  actor: Actor,
  named: { readonly team?: string | undefined; readonly project?: string | undefined },
): Promise<Outcome<Omit<HealthPlace, "projects">>> {
  if (named.team === undefined && named.project !== undefined) {
    const place = await proposalPlace(actor, named, "read")
    return place.ok ? done({ team: place.value.team, project: place.value.project }) : place
  }
  const team = named.team === undefined ? await onlyTeam(actor) : await teamOf(actor, "read", named.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, named.project)
  return project.ok ? done({ team: team.value, project: project.value }) : project
}

async function onlyTeam(actor: Actor): Promise<Outcome<VisibleTeam>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const own = teams.value.filter((team) => !team.sample)
  const [only, another] = own.length > 0 ? own : teams.value
  if (only && !another) return done(only)
  return only
    ? refused(
        "invalid",
        `team: choose a team (${(own.length > 0 ? own : teams.value)
          .slice(0, 8)
          .map(({ name }) => name)
          .join(", ")}), or a project in a team`,
      )
    : refused("not-found", "you are not a member of any team. Ask a lead to invite you")
}
