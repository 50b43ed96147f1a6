import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { createTeam as addTeam } from "@/lib/db/teams/projects-and-agents"
import { renameTeam as setTeamName, teamNamed, visibleTeams, teamsWithProjects } from "@/lib/db/teams/teams"
import { can } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { projectAtFolder } from "@/lib/db/sources/sources"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { teamOf } from "./team-and-project"

const Name = z.string().trim().min(1, "enter a name for the team").max(80)

const Team = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string().describe("The team's name in URLs: /t/{slug}"),
})

export const listTeams = operation({
  name: "team.list",
  summary: "List the teams you can see.",
  method: "GET",
  path: "/teams",
  right: "read",
  input: z.object(pageInput),
  output: z.object({
    teams: z.array(Team.extend({ sample: z.boolean().describe("True for sample teams") })),
    next: nextOutput,
  }),
  async run(actor, asked) {
    const { rows, next } = pageOf(
      (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id })),
      asked,
    )
    return done({ teams: rows, next })
  },
})

export const createTeam = operation({
  name: "team.create",
  summary: "Create a team, which is a group of people and projects that share memory.",
  method: "POST",
  path: "/teams",
  right: "own",
  input: z.object({ name: Name }),
  output: Team,
  async run(actor, { name }) {
    if (!can(actor, "own", { teamId: null }))
      return refused("forbidden", "Only the Quarterdeck owner can create teams")
    return commit(actor, { kind: "team.create", teamId: null, subject: name }, async (tx) => {
      if (await teamNamed(tx, name)) return NAME_TAKEN
      return done(await addTeam(tx, name))
    })
  },
})

export const renameTeam = operation({
  name: "team.rename",
  summary: "Rename a team. Its URLs stay the same.",
  method: "PATCH",
  path: "/teams/{team}",
  right: "manage",
  input: z.object({ team: z.string().min(1), name: Name }),
  output: Team,
  async run(actor, { team: reference, name }) {
    const team = await teamOf(actor, "manage", reference)
    if (!team.ok) return team
    const { id, name: before, slug } = team.value
    return commit(
      actor,
      { kind: "team.rename", teamId: id, subject: name, detail: { before } },
      async (tx) => {
        const namesake = await teamNamed(tx, name)
        if (namesake && namesake !== id) return NAME_TAKEN
        await setTeamName(tx, id, name)
        return done({ id, name, slug })
      },
    )
  },
})

const NAME_TAKEN = refused("conflict", "A team with this name already exists")

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
