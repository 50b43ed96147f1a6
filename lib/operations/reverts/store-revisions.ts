import type { Tx } from "@/lib/db/infra/commit"
import { endForgotten, hasForgotten } from "@/lib/db/memory-files/forgotten-entries"
import { markFilesRemoved, markPresent, setOptedOut, storeFiles } from "@/lib/db/memory-files/store-files"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { hashOfStatement } from "../infra/statement-hash"
import { type NewText, nextRevision, optOutTurned, type LockedFile } from "../writing/revise-head"

/** A file with its new state. */
export interface FileChange {
  readonly standing: LockedFile
  /** New text. Null if the text does not change. `ids`: entry ids, or undefined if they were not stored. */
  readonly next: { readonly text: string; readonly ids?: readonly (string | null)[] } | null
  /** True if the change restores the file, false if it removes the file. Null if neither. */
  readonly present: boolean | null
}

interface StoreOptions {
  readonly reason: string
  readonly by: NewText["by"]
  /** Reason in the history of files that are removed or restored. */
  readonly turn: string
  readonly now: Date
}

/**
 * Writes many locked files in a fixed number of queries. Returns the new revision of each file by its id, or
 * null if the text did not change.
 */
export async function storeRevisions(
  tx: Tx,
  teamId: string,
  files: readonly FileChange[],
  { reason, by, turn, now }: StoreOptions,
): Promise<Outcome<Map<string, number | null>>> {
  const revisions = new Map<string, number | null>(files.map(({ standing }) => [standing.head.id, null]))
  const made = []
  for (const { standing, next } of files) {
    if (next === null) continue
    const revision = nextRevision(standing, { ...next, reason, by }, now)
    if (!revision.ok) return revision
    made.push({ standing, ...revision.value })
    revisions.set(standing.head.id, revision.value.file.head)
  }
  await storeFiles(
    tx,
    teamId,
    made.map(({ file }) => file),
    now,
  )
  const goes = files.filter(
    ({ standing: { head }, next, present }) =>
      present === false || (present === null && next !== null && head.state === "gone"),
  )
  await markFilesRemoved(
    tx,
    teamId,
    goes.map(({ standing }) => standing.head.id),
    { reason: turn, runId: null },
  )
  await markPresent(
    tx,
    teamId,
    files.flatMap(({ standing, next, present }) =>
      present === true && next === null ? [standing.head.id] : [],
    ),
    { reason: turn, runId: null, sourceId: null },
  )
  const gone = new Set(goes.map(({ standing }) => standing.head.id))
  await letInAll(
    tx,
    teamId,
    made.filter(({ standing }) => !gone.has(standing.head.id)),
    { by, now },
  )
  await setOptedOut(
    tx,
    teamId,
    made.flatMap(({ standing, file }) => optOutTurned(standing, file)),
  )
  return done(revisions)
}

/** Lifts the mark "forgotten" from entries that a person restored. */
async function letInAll(
  tx: Tx,
  teamId: string,
  made: readonly { standing: LockedFile; statements: readonly { id: string; text: string }[] }[],
  { by, now }: Pick<StoreOptions, "by" | "now">,
): Promise<void> {
  if (made.length === 0 || !(await hasForgotten(tx, teamId))) return
  for (const [projectId, group] of groupBy(made, ({ standing }) => standing.head.projectId)) {
    const brought = group.flatMap(({ standing, statements }) => {
      const known = new Map(standing.entries.map((entry) => [entry.id, entry.text]))
      return statements
        .filter(({ id, text }) => known.get(id) !== text)
        .map(({ text }) => hashOfStatement(text))
    })
    if (brought.length > 0)
      await endForgotten(tx, teamId, { projectId, statements: brought }, { by: by.name, at: now })
  }
}
