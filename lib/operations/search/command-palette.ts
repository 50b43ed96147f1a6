import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findPlaces } from "@/lib/db/teams/command-palette"
import { ROLES } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { teamOf } from "../teams/team-of"

export const jump = operation({
  name: "jump",
  summary: "Find agents, memory files and members in a team by name, for the command palette.",
  method: "GET",
  path: "/jump",
  right: "read",
  input: z.object({ team: z.string(), q: z.string().max(200).default("") }),
  output: z.object({
    agents: z.array(z.object({ name: z.string(), project: z.string(), category: z.string().nullable() })),
    files: z.array(z.object({ id: z.string(), path: z.string(), project: z.string() })),
    members: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    return team.ok ? done(await findPlaces(visibilityOf(actor, team.value.id), actor, input.q.trim())) : team
  },
})
