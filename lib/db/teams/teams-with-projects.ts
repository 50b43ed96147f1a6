import type { Actor } from "@/lib/memory/teams/actor"
import { database } from "../infra/client"
import { projectBound, type VisibleTeam, visibleTeams } from "./visible-teams"

export interface TeamOverview extends VisibleTeam {
  readonly projects: readonly { readonly slug: string; readonly name: string }[]
  readonly agents: number
}

/** Returns the actor's teams with their projects, in the order of `visibleTeams`. */
export async function teamsWithProjects(actor: Actor): Promise<TeamOverview[]> {
  const teams = await visibleTeams(actor)
  const bound = projectBound(actor)
  const teamId = { in: teams.map((team) => team.id) }
  const [projects, agents] = await Promise.all([
    database().project.findMany({
      where: { teamId, ...(bound === null ? {} : { id: bound }) },
      select: { teamId: true, slug: true, name: true },
    }),
    database().agent.groupBy({
      by: ["teamId"],
      where: { teamId, ...(bound === null ? {} : { projectId: bound }) },
      _count: true,
    }),
  ])
  return teams.map((team) => ({
    ...team,
    projects: projects
      .filter((one) => one.teamId === team.id)
      .map(({ slug, name }) => ({ slug, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name, "en")),
    agents: agents.find((one) => one.teamId === team.id)?._count ?? 0,
  }))
}
