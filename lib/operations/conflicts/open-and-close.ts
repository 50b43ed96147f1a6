import { formatCount } from "@/lib/memory/text/sentence"
import { commit } from "@/lib/db/infra/commit"
import { leftTextsOfOpenConflicts, storeConflict } from "@/lib/db/conflicts/store"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { statementKey } from "@/lib/memory/similarity/matching"
import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { closeConflicts, conflictsWithRemovedSide, dismissedButOpen, sidesOf } from "@/lib/db/conflicts/sides"
import { groupBy } from "@/lib/memory/text/aggregates"
import { hexOf } from "../infra/statement-hash"
import type { FoundConflict } from "./find/analyses"
import { currentSidesOf } from "./sides"

/** Stores conflicts. Returns the number that are new or open again. */
export async function storeFound(
  actor: Actor,
  teamId: string,
  found: readonly FoundConflict[],
  because: "import" | "proposal" | "sweep",
): Promise<number> {
  // Ids follow the order in which the conflicts were found, which is the order of their files.
  const byPlace = new Map(found.map((one) => [hexOf(one.placeKey), { ...one, id: newId() }]))
  if (byPlace.size === 0) return 0
  const happening = (conflicts: { id: string; state: string }[]) => ({
    kind: "conflict.find",
    teamId,
    subject: formatCount(conflicts.length, "conflict"),
    detail: { conflicts },
  })
  const stored = await commit(actor, happening, async (tx) => {
    const lefts = await leftTextsOfOpenConflicts(
      tx,
      teamId,
      [...byPlace.values()].map((one) => one.placeKey),
    )
    const opened: { id: string; state: string }[] = []
    let copies = 0
    // Conflicts are stored in the order of their keys, so that two transactions cannot deadlock.
    for (const [key, one] of [...byPlace].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const kept = await storeConflict(tx, teamId, {
        ...one,
        foundBy: because,
        sides: sidesToStore(one, lefts.get(key)),
      })
      copies += kept?.added ?? 0
      if (kept && kept.is !== "known") opened.push({ id: kept.id, state: "open" })
    }
    return copies > 0 ? done(opened) : NOTHING_NEW
  })
  return stored.ok ? stored.value.length : 0
}

const NOTHING_NEW = refused("conflict", "nothing new was found")

/** Returns the copies of both sides to store, with the sides in the order of the known conflict. */
function sidesToStore({ left, right }: FoundConflict, knownLeft: string | undefined) {
  const turned =
    knownLeft !== undefined &&
    left[0] !== undefined &&
    right[0] !== undefined &&
    statementKey(knownLeft) !== statementKey(left[0].text) &&
    statementKey(knownLeft) === statementKey(right[0].text)
  const of = (entries: FoundConflict["left"], side: "left" | "right") =>
    entries.map(({ id, fileId, text }) => ({ entryId: id, fileId, text, side }))
  return turned ? [...of(right, "left"), ...of(left, "right")] : [...of(left, "left"), ...of(right, "right")]
}

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
    subject: formatCount(ids.length, "conflict"),
    detail: { conflicts },
  }
  const settled = await commit(actor, happening, async (tx) => done(await closeConflicts(tx, teamId, ids)))
  return settled.ok ? settled.value : 0
}
