import { z } from "zod"
import { teamsWithProjects } from "@/lib/db/teams-with-projects"
import { done } from "@/lib/memory/outcome"
import { operation } from "./operation"

const named = z.object({ slug: z.string(), name: z.string() })

/** What the frame of every page needs to know. */
export const listPlaces = operation({
  name: "place.list",
  summary: "The teams you may read, each with its projects and the number of its agents",
  method: "GET",
  path: "/places",
  right: "read",
  input: z.object({}),
  output: z.object({
    teams: z.array(named.extend({ sample: z.boolean(), projects: z.array(named), agents: z.int() })),
  }),
  async run(actor) {
    const teams = await teamsWithProjects(actor)
    return done({
      teams: teams.map(({ slug, name, sample, projects, agents }) => ({
        slug,
        name,
        sample,
        projects: [...projects],
        agents,
      })),
    })
  },
})
