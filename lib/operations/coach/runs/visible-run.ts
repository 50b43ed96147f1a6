import { visibilitiesOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { type CoachRunRow, findCoachRun } from "@/lib/db/coach/runs"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { readableTeams } from "../../teams/team-of"
import { viewCoachRun } from "./view"

export const runInput = z.object({ run: z.string().max(200).describe("The run's ID") })

/**
 * Returns a run that the actor may see, if the actor has the right `verb` there. Runs of other teams, or
 * outside a token's project, are not found.
 */
export async function findVisibleRun(actor: Actor, verb: Verb, id: string): Promise<Outcome<CoachRunRow>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findCoachRun(visibilitiesOf(actor, teams.value), id)
  if (!row) return refused("not-found", `coach run not found: ${id.slice(0, 80)}`)
  return can(actor, verb, { teamId: row.teamId, projectId: row.projectId })
    ? done(row)
    : refused(
        "forbidden",
        `${row.team.name}: your role or access token does not allow this (requires permission to ${verb})`,
      )
}

/** Returns the current state of a run. Throws if the run no longer exists. */
export async function reloadRun({ teamId, id }: CoachRunRow) {
  const row = await findCoachRun([wholeTeamUnchecked(teamId)], id)
  if (!row) throw new Error("a coach run disappeared")
  return done(await viewCoachRun(row))
}
