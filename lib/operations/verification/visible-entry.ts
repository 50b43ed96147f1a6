import { type EntryRow, findEntry } from "@/lib/db/memory-files/entries"
import { projectBound } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { readableTeams } from "../teams/team-of"

/** Returns the entry with this id from any team and project that the actor may see. */
export async function visibleEntry(
  actor: Actor,
  id: string,
): Promise<Outcome<EntryRow & { teamId: string; projectId: string; team: string }>> {
  const teams = await readableTeams(actor, undefined)
  if (!teams.ok) return teams
  const row = await findEntry(
    teams.value.map((team) => team.id),
    id,
  )
  const bound = projectBound(actor)
  const team = teams.value.find((one) => one.id === row?.teamId)
  return row && team && (bound === null || row.projectId === bound)
    ? done({ ...row, team: team.slug })
    : refused("not-found", `entry not found: ${id}`)
}
