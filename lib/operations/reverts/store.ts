import type { Tx } from "@/lib/db/infra/commit"
import { endForgotten, hasForgotten } from "@/lib/db/memory-files/forgotten"
import { markGone, markPresent, setOptedOut, storeFiles } from "@/lib/db/memory-files/list"
import { groupBy } from "@/lib/memory/text/group"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import { hashOfStatement } from "../infra/statement-hash"
import { type NewText, nextRevision, optOutTurned, type Standing } from "../writing/revise"

/** A file as it is to be. */
export interface ToBe {
  readonly standing: Standing
  /** Ids are left out where they were not kept. */
  readonly next: { readonly text: string; readonly ids?: readonly (string | null)[] } | null
  readonly present: boolean | null
}

interface How {
  readonly reason: string
  readonly by: NewText["by"]
  /** For the history of files that come or go. */
  readonly turn: string
}

/** Writes many files that are held, in few statements. Returns for each the number of its new revision, null where no text changed. */
export async function storeAll(
  tx: Tx,
  teamId: string,
  files: readonly ToBe[],
  { reason, by, turn }: How,
  now: Date,
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
  await markGone(
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
    by,
    now,
  )
  await setOptedOut(
    tx,
    teamId,
    made.flatMap(({ standing, file }) => optOutTurned(standing, file)),
  )
  return done(revisions)
}

/** What comes back is forgotten no longer: a person means it. */
async function letInAll(
  tx: Tx,
  teamId: string,
  made: readonly { standing: Standing; statements: readonly { id: string; text: string }[] }[],
  by: NewText["by"],
  now: Date,
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
