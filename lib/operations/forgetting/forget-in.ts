import type { Tx } from "@/lib/db/infra/commit"
import { addForgotten, endForgotten } from "@/lib/db/memory-files/forgotten"
import type { Head } from "@/lib/db/memory-files/current-revisions"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type AddedAgain, isAgain, type WrittenChange } from "@/lib/memory/proposals/written-change"
import type { FileWriting } from "../proposals/file-writing"
import { hashOfStatement } from "../infra/statement-hash"

/** What was taken out of a file that is open, to be kept once its revision has a number. */
export interface TakenOut {
  readonly changes: readonly WrittenChange[]
  /** What puts them back, against the text as it is then. */
  readonly inverse: readonly WrittenChange[]
}

interface Kept {
  readonly head: Pick<Head, "id" | "projectId">
  readonly revision: number
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
}

/**
 * Takes entries out of a file that is open, as part of what becomes its next revision; entries that are not there any more are passed
 * over. When the file is closed, `keepForgotten` with the revision's number makes them forgotten: until then they are only removed.
 */
export function forgetIn(file: FileWriting, entries: readonly string[]): Outcome<TakenOut> {
  const changes = [...new Set(entries)].flatMap((id): WrittenChange[] => {
    const entry = file.standing.find((one) => one.id === id)
    return entry ? [{ kind: "remove", entry: id, before: entry.text }] : []
  })
  if (changes.length === 0) return done({ changes, inverse: [] })
  const result = file.write(changes)
  if ("why" in result) return refused("invalid", `${file.head.path}: ${result.why}`)
  return done({ changes: result.written.applied, inverse: result.inverse })
}

/** Keeps what a revision took out as forgotten: it can be restored, and no import of its project brings it back. Takes the inverse of any change. */
export async function keepForgotten(
  tx: Tx,
  teamId: string,
  inverse: readonly WrittenChange[],
  { head, revision, reason, by }: Kept,
): Promise<void> {
  const again = inverse.filter((change): change is AddedAgain => isAgain(change))
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

/** Entries that are back in their files: nothing holds them back any more. Whatever is written by `reviseHead` is lifted by it. */
export async function liftForgotten(
  tx: Tx,
  teamId: string,
  entryIds: readonly string[],
  by: { readonly name: string },
  now: Date,
): Promise<void> {
  if (entryIds.length > 0) await endForgotten(tx, teamId, { entryIds }, { by: by.name, at: now })
}
