import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { createTeam as addTeam } from "@/lib/db/teams/projects-and-agents"
import { renameTeam as setTeamName, teamNamed } from "@/lib/db/teams/team-names"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { can } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { nextOutput, pageInput, pageOf } from "../infra/paging"
import { teamOf } from "./team-of"

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
