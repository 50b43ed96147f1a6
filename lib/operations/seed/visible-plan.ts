import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { visibleTeams, type VisibleTeam } from "@/lib/db/teams/visible-teams"
import { findSeedPlan, type SeedPlanRow } from "@/lib/db/seed/plans"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export const NO_PLAN = refused("not-found", "seed plan not found")

export interface VisiblePlan {
  readonly team: VisibleTeam
  readonly row: SeedPlanRow
}

/** Returns the plan with this id. Refuses if the actor may not see it or may not do `verb` in its team. */
export async function visiblePlan(actor: Actor, id: string, verb: Verb): Promise<Outcome<VisiblePlan>> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const row = await findSeedPlan(visibilitiesOf(actor, teams), id)
  const team = teams.find((one) => one.id === row?.teamId)
  if (!row || !team) return NO_PLAN
  return can(actor, verb, { teamId: team.id, projectId: row.projectId })
    ? done({ team, row })
    : refused(
        "forbidden",
        `${row.path}: your role or access token does not allow this (requires permission to ${verb})`,
      )
}
