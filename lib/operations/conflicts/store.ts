import { commit } from "@/lib/db/infra/commit"
import { leftTextsOfOpenConflicts, storeConflict } from "@/lib/db/conflicts/store"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { statementKey } from "@/lib/memory/similarity/pair-key"
import { hexOf } from "../infra/statement-hash"
import type { FoundConflict } from "./find/pairs"

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
    subject: `${conflicts.length} ${conflicts.length === 1 ? "conflict" : "conflicts"}`,
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
        sides: sidesOf(one, lefts.get(key)),
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
function sidesOf({ left, right }: FoundConflict, knownLeft: string | undefined) {
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
