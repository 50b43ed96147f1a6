import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { findSynthesis, type SynthesisRow } from "@/lib/db/coach/syntheses"
import { type VisibleTeam } from "@/lib/db/teams/visible-teams"
import { type Actor, can, type Verb } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { readableTeams } from "../../teams/team-of"

export interface FoundSynthesis {
  readonly team: VisibleTeam
  readonly row: SynthesisRow
}

/**
 * Returns a synthesis that the actor may see, with its team. Refuses if the actor lacks the right `verb`
 * there.
 */
export async function findSynthesisFor(
  actor: Actor,
  id: string,
  verb: Verb,
): Promise<Outcome<FoundSynthesis>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findSynthesis(visibilitiesOf(actor, teams.value), id)
  const team = teams.value.find((one) => one.id === row?.teamId)
  if (!row || !team) return refused("not-found", `synthesis not found: ${id}`)
  if (!can(actor, verb, { teamId: team.id, projectId: row.projectId }))
    return refused("forbidden", `${team.name}: only leads of the team can publish`)
  return done({ team, row })
}
