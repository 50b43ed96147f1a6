import { visibleTeams, type VisibleTeam } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { projectOf, type VisibleProject } from "../teams/project-of"

export interface CoachPlace {
  readonly team: VisibleTeam
  /** Project that the coach works in. Null for all projects of the team. */
  readonly project: VisibleProject | null
}

/**
 * Returns the team, and optionally the project, that the coach works in. Without a team, the project
 * determines it. The actor's own teams win over samples.
 */
export async function coachPlace(
  actor: Actor,
  named: { team?: string | undefined; project?: string | undefined },
): Promise<Outcome<CoachPlace>> {
  const wanted = named.team?.toLowerCase()
  const teams = (await visibleTeams(actor)).filter(
    (team) =>
      can(actor, "read", { teamId: team.id }) &&
      (wanted === undefined || [team.slug, team.id, team.name.toLowerCase()].includes(wanted)),
  )
  if (teams.length === 0) return refused("not-found", "team not found, or you are not a member")
  const places: CoachPlace[] = []
  for (const team of teams) {
    const project = await projectOf(actor, team.id, named.project)
    if (project.ok) places.push({ team, project: project.value })
  }
  const own = places.filter((one) => !one.team.sample)
  const [only, ...others] = own.length > 0 ? own : places
  if (!only) return refused("not-found", `project not found: ${named.project}`)
  const allowed = [only, ...others].filter((one) =>
    can(actor, "coach", { teamId: one.team.id, projectId: one.project?.id ?? null }),
  )
  const [first, second] = allowed
  if (!first)
    return refused(
      "forbidden",
      `${only.team.name}: your role or access token does not allow this (requires permission to coach)`,
    )
  if (second)
    return refused(
      "invalid",
      `team: choose one of several teams (${allowed.map((one) => one.team.name).join(", ")})`,
    )
  return done(first)
}
