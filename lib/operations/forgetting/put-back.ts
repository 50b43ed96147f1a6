import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { findRevision } from "@/lib/db/memory-files/files"
import type { ForgottenEntry } from "@/lib/db/memory-files/forgotten"
import { matchEntries } from "@/lib/memory/history/identity"
import { leaveOut } from "@/lib/memory/merge/leave-out"
import { mergeFile } from "@/lib/memory/merge/merge-file"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { FileWriting } from "../proposals/file-writing"

/**
 * Puts a forgotten entry back into an open file: at its former place with its bytes if the surrounding text
 * allows it, or else at the end of its section.
 */
export async function putBackEntry(
  tx: Tx,
  file: FileWriting,
  forgotten: ForgottenEntry,
): Promise<Outcome<null>> {
  const result = file.write([forgotten.again])
  if ("why" in result) return refused("invalid", `${file.head.path}: ${result.why}`)
  if (result.written.applied.length === 0) return done(null)
  const text = await whereItStood(tx, file, forgotten)
  if (text === null) return done(null)
  const entries = file.parse(text)
  const ids = matchEntries(file.standing, entries)
  const same =
    entries.length === file.standing.length &&
    ids.every(
      (id, at) => id !== null && file.standing.find((one) => one.id === id)?.text === entries[at]?.text,
    )
  if (same) file.replace(text, ids as string[])
  return done(null)
}

/**
 * Returns the current file with the entry at its former place: undoes its removal, but no other change of
 * that revision. Null if the texts cannot be merged.
 */
async function whereItStood(
  tx: Tx,
  { head, reading }: FileWriting,
  { teamId, fileId, entryId, revision }: ForgottenEntry,
): Promise<string | null> {
  const [before, after] = [
    await findRevision(wholeTeamUnchecked(teamId), fileId, revision - 1, tx),
    await findRevision(wholeTeamUnchecked(teamId), fileId, revision, tx),
  ]
  if (!before || !after || before.entryIds.length === 0) return null
  const others = before.entryIds.flatMap((id, at) =>
    id === entryId || after.entryIds.includes(id) ? [] : [at],
  )
  const kept = leaveOut({ ...reading, text: before.text }, others)
  if (kept === null) return null
  return mergeFile(reading, { base: after.text, ours: head.text, theirs: kept })
}
