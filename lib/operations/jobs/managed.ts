import { z } from "zod"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { teamOf } from "../teams/team-of"
import { JOBS } from "./job-definitions"

export const namedTeam = z.string().optional().describe("A team you manage. Defaults to all teams you manage")
export const namedJob = z
  .string()
  .refine(
    (name) => JOBS.some((one) => one.name === name),
    `unknown job. Available jobs: ${JOBS.map((one) => one.name).join(", ")}`,
  )

/**
 * Returns the teams that the actor manages, or the named team. Null means all teams. Refuses actors who
 * manage none.
 */
export async function managedTeams(
  actor: Actor,
  reference: string | undefined,
): Promise<Outcome<string[] | null>> {
  if (reference !== undefined) {
    const team = await teamOf(actor, "manage", reference)
    return team.ok ? done([team.value.id]) : team
  }
  if (can(actor, "own", { teamId: null })) return done(null)
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "manage", { teamId: team.id }))
  return teams.length > 0
    ? done(teams.map((team) => team.id))
    : refused(
        "forbidden",
        "only leads can see scheduled jobs. Your role does not allow this (requires permission to manage)",
      )
}
