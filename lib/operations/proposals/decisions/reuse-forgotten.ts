import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { forgottenAmong } from "@/lib/db/memory-files/forgotten"
import { isReAdded, type WrittenChange } from "@/lib/memory/proposals/written-change"
import { hashOfStatement, hexOf } from "../../infra/statement-hash"
import type { FileWriting } from "../file-writing"

/**
 * Gives additions the id and key of an entry with the same text that was forgotten in this file. The entry
 * thus keeps its history.
 */
export async function reuseForgottenIds(
  tx: Tx,
  file: FileWriting,
  changes: readonly WrittenChange[],
): Promise<readonly WrittenChange[]> {
  const hashes = changes.flatMap((change) =>
    change.kind === "add" && !isReAdded(change) ? [hashOfStatement(change.text)] : [],
  )
  const forgotten = (
    await forgottenAmong(wholeTeamUnchecked(file.teamId), file.head.projectId, hashes, tx)
  ).filter((one) => one.fileId === file.head.id)
  if (forgotten.length === 0) return changes
  const known = new Map(forgotten.map((one) => [hexOf(one.statement), one]))
  return changes.map((change): WrittenChange => {
    if (change.kind !== "add" || isReAdded(change)) return change
    const one = known.get(hexOf(hashOfStatement(change.text)))
    if (!one || file.standing.some((entry) => entry.id === one.entryId)) return change
    known.delete(hexOf(one.statement))
    return {
      ...change,
      id: one.entryId,
      twins: 0,
      ...(one.again.key === undefined ? {} : { key: one.again.key }),
    }
  })
}
