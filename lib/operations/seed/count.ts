import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { openSeeding } from "@/lib/db/seed/count"
import { agentsWithoutMemory } from "@/lib/db/seed/memories"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { projectOf } from "../teams/project-of"
import { inTeam } from "../teams/team-of"

export const countSeeding = operation({
  name: "seed.count",
  summary: "Count cold agents without a plan, and pending seed plans.",
  method: "GET",
  path: "/seed/count",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: z.object({
    /** Number of agents whose initial memory is not decided yet. */
    cold: z.number(),
    plans: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const project = await projectOf(actor, team.id, input.project)
      if (!project.ok) return project
      const only = project.value?.id ?? null
      const [cold, open] = await Promise.all([
        agentsWithoutMemory(visibilityOf(actor, team.id, only)),
        openSeeding(visibilityOf(actor, team.id, only)),
      ])
      const said = new Set(
        open.flatMap((one) =>
          (one.agentName === null ? one.roles : [one.agentName]).map((name) => `${one.projectId} ${name}`),
        ),
      )
      return done({
        cold: cold.filter((one) => !said.has(`${one.projectId} ${one.name}`)).length,
        plans: open.filter(({ state }) => state === "waiting").length,
      })
    }),
})
