import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { listTeamAgents } from "@/lib/db/agents/agent-names"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { teamOf } from "../teams/team-of"

/** Lists agents without their figures, for pickers with thousands of agents. */
export const listAgents = operation({
  name: "agent.list",
  summary: "List the agents in a team by name, with project and category.",
  method: "GET",
  path: "/agents",
  right: "read",
  input: z.object({ team: z.string(), ...pageInput }),
  output: z.object({
    agents: z
      .array(
        z.object({
          name: z.string(),
          project: z.string(),
          category: z.string().nullable(),
          optedOut: z.boolean(),
        }),
      )
      .describe("Sorted by project, category and name"),
    next: nextOutput,
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    if (!team.ok) return team
    const { rows, next } = pageOf(await listTeamAgents(visibilityOf(actor, team.value.id)), input)
    return done({ agents: rows, next })
  },
})
