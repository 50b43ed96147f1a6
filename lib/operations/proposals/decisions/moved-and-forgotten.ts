import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { forgottenAmong } from "@/lib/db/memory-files/forgotten-entries"
import { isReAdded, type WrittenChange } from "@/lib/memory/proposals/written-change"
import { findCurrentFileAt, type CurrentFile, entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import type { ProposalRow } from "@/lib/db/proposals/proposals"
import { linksIn, indexPathOf } from "@/lib/memory/memory-files/topic-files"
import { type Refusal, refused } from "@/lib/memory/inputs/outcome"
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

type Row = Pick<ProposalRow, "changes">

/**
 * Returns a refusal if entries would leave an index before their topic file exists, or null. Such entries
 * would be in no file.
 */
export async function whyTargetMissing(tx: Tx, file: FileWriting, row: Row): Promise<Refusal | null> {
  for (const path of topicsOf(file.head, row)) {
    const topic = await findCurrentFileAt(wholeTeamUnchecked(file.teamId), file.head.projectId, path, tx)
    if (topic === null || topic.state === "gone")
      return refused(
        "conflict",
        `the proposal moves entries to ${path}, which does not exist yet. Approve the proposal that creates the file first, or reject this proposal`,
      )
  }
  return null
}

/**
 * Returns the changes that undo a decision, without those that restore text that is now in a topic file. Such
 * text was moved and is not forgotten.
 */
export async function withoutMovedText(
  tx: Tx,
  file: FileWriting,
  row: Row,
  inverse: readonly WrittenChange[],
): Promise<readonly WrittenChange[]> {
  const stated = new Set<string>()
  for (const path of topicsOf(file.head, row)) {
    const topic = await findCurrentFileAt(wholeTeamUnchecked(file.teamId), file.head.projectId, path, tx)
    for (const entry of topic === null
      ? []
      : await entriesAtHead(wholeTeamUnchecked(file.teamId), topic.id, tx))
      stated.add(hexOf(hashOfStatement(entry.text)))
  }
  return stated.size === 0
    ? inverse
    : inverse.filter((change) => !isReAdded(change) || !stated.has(hexOf(hashOfStatement(change.text))))
}

/** Returns the paths of topic files that an index newly links to while it loses entries. */
function topicsOf(
  { format, path, role }: Pick<CurrentFile, "format" | "path" | "role">,
  { changes }: Row,
): string[] {
  if (role !== "index" || !changes.some(({ kind }) => kind === "remove")) return []
  const links = changes.flatMap((change) => (change.kind === "add" ? linksIn(change.text, path) : []))
  return [...new Set(links.map(({ target }) => target))].filter(
    (target) => indexPathOf({ format, path: target }) === path,
  )
}
