import { type ConflictRow, findConflictRows } from "@/lib/db/conflicts"
import { projectBound, visibleTeams } from "@/lib/db/visible"
import { type Actor, can } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"

export const NO_CONFLICT = refused("not-found", "conflict not found")

/** The conflict of an id, in whichever team the actor may see it. */
export async function visibleConflict(actor: Actor, id: string): Promise<Outcome<ConflictRow>> {
  const [row] = await visibleConflicts(actor, [id])
  return row ? done(row) : NO_CONFLICT
}

export async function visibleConflicts(actor: Actor, ids: readonly string[]): Promise<ConflictRow[]> {
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "read", { teamId: team.id }))
  return findConflictRows(
    teams.map((team) => team.id),
    [...new Set(ids)],
    { userId: actor.id, bound: projectBound(actor) },
  )
}
