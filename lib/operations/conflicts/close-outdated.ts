import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { closeConflicts, conflictsWithRemovedSide, dismissedButOpen } from "@/lib/db/conflicts/removed-sides"
import { sidesOf } from "@/lib/db/conflicts/sides"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/group"
import { done } from "@/lib/memory/inputs/outcome"
import { currentSidesOf } from "./current-sides"

/**
 * Closes open conflicts of which a side was removed or changed. Changed text is compared separately. Returns
 * the number.
 */
export async function closeRemovedSides(
  actor: Actor,
  teamIds: readonly string[],
  ids: readonly string[] | null = null,
): Promise<number> {
  let closed = 0
  for (const teamId of teamIds) {
    const suspects = await conflictsWithRemovedSide(wholeTeamUnchecked(teamId), ids)
    if (suspects.length === 0) continue
    const rows = groupBy(await sidesOf(wholeTeamUnchecked(teamId), suspects), (row) => row.conflictId)
    const gone = suspects.filter((id) => {
      const { left, right } = currentSidesOf(rows.get(id) ?? [])
      return left.length === 0 || right.length === 0
    })
    if (gone.length === 0) continue
    closed += await close(actor, teamId, gone)
  }
  return closed
}

/** Closes conflicts that were found while their pair was dismissed elsewhere. */
export async function settleDismissed(actor: Actor, visible: Visibility): Promise<number> {
  const ids = await dismissedButOpen(visible)
  return ids.length === 0 ? 0 : close(actor, visible.teamId, ids)
}

async function close(actor: Actor, teamId: string, ids: readonly string[]): Promise<number> {
  const conflicts = ids.map((id) => ({ id, state: "gone" }))
  const happening = {
    kind: "conflict.gone",
    teamId,
    subject: `${ids.length} ${ids.length === 1 ? "conflict" : "conflicts"}`,
    detail: { conflicts },
  }
  const settled = await commit(actor, happening, async (tx) => done(await closeConflicts(tx, teamId, ids)))
  return settled.ok ? settled.value : 0
}
