import type { Tx } from "@/lib/db/infra/commit"
import type { CurrentFile } from "@/lib/db/memory-files/current-revisions"
import { addForgotten, endForgotten } from "@/lib/db/memory-files/forgotten-entries"
import { type ReAddedEntry, isReAdded, type WrittenChange } from "@/lib/memory/proposals/written-change"
import { hashOfStatement } from "../infra/statement-hash"

interface ForgettingRevision {
  readonly head: Pick<CurrentFile, "id" | "projectId">
  readonly revision: number
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
}

/**
 * Marks the entries that a revision removed as forgotten. They can be restored, and no import into their
 * project adds them again. `inverse`: the changes that undo the revision. Only changes that add entries again
 * count.
 */
export async function keepForgotten(
  tx: Tx,
  teamId: string,
  inverse: readonly WrittenChange[],
  { head, revision, reason, by }: ForgettingRevision,
): Promise<void> {
  const again = inverse.filter((change): change is ReAddedEntry => isReAdded(change))
  await addForgotten(
    tx,
    again.map((one) => ({
      teamId,
      entryId: one.id,
      projectId: head.projectId,
      fileId: head.id,
      revision,
      text: one.text,
      statement: hashOfStatement(one.text),
      again: one,
      reason,
      by,
    })),
  )
}

/**
 * Lifts the mark "forgotten" from entries that are in their files again. `reviseHead` does this itself for
 * its writes.
 */
export async function liftForgotten(
  tx: Tx,
  teamId: string,
  entryIds: readonly string[],
  { by, now }: { readonly by: { readonly name: string }; readonly now: Date },
): Promise<void> {
  if (entryIds.length > 0) await endForgotten(tx, teamId, { entryIds }, { by: by.name, at: now })
}
