import { visibleTeams, type VisibleTeam } from "@/lib/db/teams/teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { inProject, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { coachedAgents } from "@/lib/db/coach/material"
import { COACH, type SynthesisKind } from "@/lib/memory/coach/synthesis"
import { projectOf, type VisibleProject } from "../teams/team-and-project"
import { mayNameAgent, noAgentName } from "../proposals/target"
import { optedOutMessage } from "../sessions/session-place"
import type { MaterialPlace } from "./material"

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
    return refused("invalid", `team: choose a team (${allowed.map((one) => one.team.name).join(", ")})`)
  return done(first)
}

/**
 * Returns the agent of an orientation, also an unknown one. Refuses agents that opted out of memory. Null for
 * a brief.
 */
export async function agentOfOrientation(
  { team, project }: MaterialPlace,
  kind: SynthesisKind,
  agent: string | undefined,
): Promise<Outcome<string | null>> {
  if (kind === "brief")
    return agent === undefined
      ? done(null)
      : refused(
          "invalid",
          "agent: does not apply to a brief, which covers the whole fleet. For a single agent, use an orientation",
        )
  if (agent === undefined) return refused("invalid", "agent: required for an orientation")
  if (agent === COACH) return refused("invalid", `agent: ${COACH} is the coach itself. Choose another agent`)
  const known = (await coachedAgents(inProject(wholeTeamUnchecked(team.id), project?.id ?? null))).filter(
    (one) => one.name === agent,
  )
  if (known.length === 0 && !mayNameAgent(agent)) return refused("invalid", noAgentName(agent))
  return known.length > 0 && known.every((one) => one.optedOut)
    ? refused("forbidden", optedOutMessage(agent))
    : done(agent)
}
