import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findRevision } from "@/lib/db/memory-files/files"
import { matchEntries } from "@/lib/memory/history/identity"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import type { Actor } from "@/lib/memory/teams/actor"
import type { FileWriting } from "../file-writing"

/** A write of a decision to one file, with the changes that reverse it. */
export interface UndoableWrite {
  readonly revision: number
  readonly inverse: readonly WrittenChange[]
}

interface UndoOptions {
  /** Reason of the new revision. */
  readonly reason: string
  /**
   * Returns the number of decisions in a revision. Without it, each revision is taken to come from one
   * decision.
   */
  readonly decisionsIn?: (revision: number) => Promise<number>
  /** Advice if the text has since changed, as a sentence without its period. */
  readonly instead: string
  readonly now: Date
}

/**
 * Undoes writes of one file in one new revision, newest first. Returns its number, or null if nothing
 * changed. If nothing else changed the file, restores its exact earlier bytes. Refuses if an entry has
 * changed so that a write cannot be reversed.
 */
export async function undoWritesInFile(
  actor: Actor,
  file: FileWriting,
  writes: readonly UndoableWrite[],
  options: UndoOptions,
): Promise<Outcome<number | null>> {
  const why = reverseChanges(file, writes)
  if (why !== null)
    return refused(
      "conflict",
      `${file.head.path}: the entries have since changed (${why}). The decision cannot be undone. ${options.instead}`,
    )
  await restoreExactText(actor, file, writes, options.decisionsIn)
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const closed = await file.close(by, options.reason, options.now)
  return closed.ok ? done(closed.value?.revision ?? null) : closed
}

/**
 * Applies the inverse changes. Retries changes that depend on others. Returns why a change cannot be applied,
 * or null.
 */
function reverseChanges(file: FileWriting, writes: readonly UndoableWrite[]): string | null {
  let left = writes.toReversed().toSorted((a, b) => b.revision - a.revision)
  while (left.length > 0) {
    let why = ""
    const stuck = left.filter(({ inverse }) => {
      const result = file.write(inverse)
      if ("why" in result) why ||= result.why
      return "why" in result
    })
    if (stuck.length === left.length) return why
    left = stuck
  }
  return null
}

/** Restores the exact bytes from before the writes, if the latest revisions contain only these writes. */
async function restoreExactText(
  actor: Actor,
  file: FileWriting,
  writes: readonly UndoableWrite[],
  decisionsIn: UndoOptions["decisionsIn"],
): Promise<void> {
  const { id, revision: latest } = file.head
  const undone = new Map<number, number>()
  for (const { revision } of writes) undone.set(revision, (undone.get(revision) ?? 0) + 1)
  const first = latest - undone.size + 1
  if (first < 2) return
  for (let revision = first; revision <= latest; revision += 1) {
    const own = undone.get(revision)
    if (!own || (decisionsIn && (await decisionsIn(revision)) !== own)) return
  }
  const before = await findRevision(visibilityOf(actor, file.teamId), id, first - 1, file.tx)
  if (!before) return
  const entries = file.parse(before.text)
  const ids = matchEntries(file.standing, entries)
  if (entries.length === file.standing.length && ids.every((one) => one !== null))
    file.replace(before.text, ids as string[])
}
