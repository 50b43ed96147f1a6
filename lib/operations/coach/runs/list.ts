import { visibilitiesOf, visibilityOf, type Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { listRunRows } from "@/lib/db/coach/runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { proposalPlace } from "../../proposals/team-and-project"
import { readableTeams } from "../../teams/team-of"
import { viewRuns } from "./view"
import { coachRun, coachRunsListed } from "./coach-run-outputs"

export const listCoachRuns = operation({
  name: "coach-run.list",
  summary: "List runs of the built-in coach, newest first.",
  method: "GET",
  path: "/coach/runs",
  right: "read",
  input: coachRunsListed,
  output: z.object({ runs: z.array(coachRun) }),
  async run(actor, { team, project, state, limit }) {
    const places = await placesOf(actor, team, project)
    if (!places.ok) return places
    return done({
      runs:
        places.value.length === 0
          ? []
          : await viewRuns(await listRunRows({ visible: places.value, state, take: limit })),
    })
  },
})

async function placesOf(
  actor: Actor,
  team: string | undefined,
  project: string | undefined,
): Promise<Outcome<Visibility[]>> {
  if (project !== undefined) {
    const named = await proposalPlace(actor, { team, project }, "read")
    return named.ok ? done([visibilityOf(actor, named.value.team.id, named.value.project.id)]) : named
  }
  const teams = await readableTeams(actor, team)
  return teams.ok ? done(visibilitiesOf(actor, teams.value)) : teams
}
