import { visibilitiesOf, visibilityOf } from "@/lib/memory/teams/visibility"
import { findCurrentFile, type CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { placeOfEntryEver, type EntryPlace } from "@/lib/db/memory-files/history"
import { projectBound, visibleTeams } from "@/lib/db/teams/visible-teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { teamOf } from "../teams/team-of"

export const NO_FILE = "memory file not found"

/** Returns the team and the current file. Refuses if the file does not exist or the actor may not read it. */
export async function visibleHead(
  actor: Actor,
  { team: reference, file }: { team: string; file: string },
): Promise<Outcome<{ teamId: string; head: CurrentFile }>> {
  const team = await teamOf(actor, "read", reference)
  if (!team.ok) return team
  const head = await findCurrentFile(visibilityOf(actor, team.value.id), file)
  const bound = projectBound(actor)
  if (!head || (bound !== null && head.projectId !== bound)) return refused("not-found", NO_FILE)
  return done({ teamId: team.value.id, head })
}

/** Returns the current or former file of an entry. Refuses if the actor may not read it. */
export async function visibleEntryPlace(
  actor: Actor,
  entry: string,
): Promise<Outcome<EntryPlace & { head: CurrentFile }>> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  const place = await placeOfEntryEver(visibilitiesOf(actor, teams), entry)
  const head = place && (await findCurrentFile(visibilityOf(actor, place.teamId), place.fileId))
  return place && head ? done({ ...place, head }) : refused("not-found", `entry not found: ${entry}`)
}
