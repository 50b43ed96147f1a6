import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { projectAtFolder } from "@/lib/db/sources/sources"
import { teamsWithProjects } from "@/lib/db/teams/teams-with-projects"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"

const named = z.object({ slug: z.string(), name: z.string() })

/** Lists the teams and projects that the navigation of every page shows. */
export const listPlaces = operation({
  name: "place.list",
  summary:
    "List the teams you can read, with their projects and agent counts. If you send a folder, its project is also returned.",
  method: "GET",
  path: "/places",
  right: "read",
  input: z.object({
    folder: z
      .string()
      .max(4_000)
      .optional()
      .describe("The absolute path of an imported or synced folder, or of a folder inside it"),
  }),
  output: z.object({
    here: z
      .object({ team: z.string(), project: z.string() })
      .nullable()
      .describe("Slugs. Null if no project or several projects match"),
    teams: z.array(named.extend({ sample: z.boolean(), projects: z.array(named), agents: z.int() })),
  }),
  async run(actor, { folder }) {
    const teams = await teamsWithProjects(actor)
    return done({
      here: folder === undefined ? null : await projectAtFolder(visibilitiesOf(actor, teams), folder),
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
