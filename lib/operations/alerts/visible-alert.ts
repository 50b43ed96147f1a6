import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { type AlertRow, findAlerts } from "@/lib/db/alerts/list"
import { type VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { readableTeams } from "../teams/team-of"

export const NO_ALERT = refused("not-found", "alert not found")

/** Returns the alert with this id and its team, if the actor may see it. */
export async function visibleAlert(
  actor: Actor,
  id: string,
): Promise<Outcome<AlertRow & { readonly team: VisibleTeam; readonly visible: Visibility }>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const [row] = await findAlerts(visibilitiesOf(actor, teams.value), [id])
  const team = teams.value.find((one) => one.id === row?.teamId)
  return row && team ? done({ ...row, team, visible: visibilityOf(actor, team.id) }) : NO_ALERT
}
