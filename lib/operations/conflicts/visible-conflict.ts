import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { type ConflictRow, findConflictRows } from "@/lib/db/conflicts/list"
import { visibleTeams } from "@/lib/db/teams/visible-teams"
import { type Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export const NO_CONFLICT = refused("not-found", "conflict not found")

/** Returns the conflict with this id, if the actor may see it. */
export async function visibleConflict(actor: Actor, id: string): Promise<Outcome<ConflictRow>> {
  const [row] = await visibleConflicts(actor, [id])
  return row ? done(row) : NO_CONFLICT
}

/** Returns those of these conflicts that the actor may see. */
export async function visibleConflicts(actor: Actor, ids: readonly string[]): Promise<ConflictRow[]> {
  return findConflictRows(visibilitiesOf(actor, await visibleTeams(actor)), [...new Set(ids)], {
    userId: actor.id,
  })
}
