import type { CompleteResult } from "@modelcontextprotocol/sdk/types.js"
import type { Actor } from "@/lib/memory/teams/actor"
import { listTeamProjects, showFleet } from "@/lib/operations/agents/list"
import { ask } from "@/lib/operations/operation"
import { listTeams } from "@/lib/operations/teams/teams"
import { expected } from "./expected"

const MOST = 100

export interface CompletionRequest {
  /** The argument to complete, and the text typed so far. */
  readonly name: string
  readonly value: string
  /** Other arguments with their values. */
  readonly context: Readonly<Record<string, string>>
}

/**
 * Returns completions for an argument of a prompt or a resource template: teams, projects and agents that the
 * actor can see.
 */
export async function complete(
  actor: Actor,
  { name, value, context }: CompletionRequest,
): Promise<CompleteResult> {
  const all = await possible(actor, name, context)
  const typed = value.toLowerCase()
  const values = [...new Set(all)]
    .filter((one) => one.toLowerCase().includes(typed))
    .toSorted(
      (a, b) =>
        Number(b.toLowerCase().startsWith(typed)) - Number(a.toLowerCase().startsWith(typed)) ||
        (a < b ? -1 : 1),
    )
  return {
    completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST },
  }
}

async function possible(
  actor: Actor,
  name: string,
  context: CompletionRequest["context"],
): Promise<string[]> {
  const { teams } = expected(await ask(listTeams, actor, {}))
  const within = context.team === undefined ? teams : teams.filter((team) => team.slug === context.team)
  switch (name) {
    case "team":
      return teams.map((team) => team.slug)
    case "project":
      return (
        await Promise.all(
          within.map(async (team) =>
            expected(await ask(listTeamProjects, actor, { team: team.id })).projects.map((one) => one.slug),
          ),
        )
      ).flat()
    case "agent":
      return (await Promise.all(within.map(async (team) => agentsOf(actor, team.id, context.project)))).flat()
    default:
      return []
  }
}

/** Returns an empty list if the project is not found in the team. */
async function agentsOf(actor: Actor, team: string, project: string | undefined): Promise<string[]> {
  const fleet = await ask(showFleet, actor, { team, ...(project === undefined ? {} : { project }) })
  return fleet.ok ? fleet.value.agents.map((one) => one.name) : []
}
