import type { Visibility } from "@/lib/memory/teams/visibility"
import { filesOfSource, type SourceRow } from "@/lib/db/sources/write-backs"
import { openFileConflicts } from "@/lib/db/conflicts/file-conflicts"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { importUnderWay, startImport } from "../import/background"
import { openImport } from "../import/open"
import { receiveFiles } from "../import/receive"
import { findRun } from "@/lib/db/sources/import-runs"
import type { PlannedWrite } from "./planned-write"

/**
 * Imports the changes of a source for the files that are merged and written back next. The stored text of
 * these files is then the text to write, and the text of the source stays in the history. All other files are
 * offered unchanged, so that nothing else is imported.
 */
export async function importChanges(
  actor: Actor,
  visible: Visibility,
  source: SourceRow,
  merged: readonly PlannedWrite[],
): Promise<Outcome<null>> {
  if (merged.length === 0) return done(null)
  const bytes = new Map(merged.map((one) => [one.file.path, Buffer.from(one.before ?? "")]))
  const all = await filesOfSource(visible, source.id)
  const open = await openFileConflicts(
    visible,
    all.map((file) => file.id),
  )
  const others = all.flatMap((file) =>
    bytes.has(file.path) || open.has(file.id)
      ? []
      : [{ path: file.path, size: file.bytes, sha256: file.base }],
  )
  const files = [
    ...others,
    ...merged.map(({ file, seen, before }) => ({
      path: file.path,
      size: Buffer.byteLength(before ?? ""),
      sha256: seen ?? "",
    })),
  ]
  const opened = await openImport(actor, {
    teamId: visible.teamId,
    source: { kind: source.kind, name: source.name },
    complete: false,
    projectName: null,
    files,
    refused: [],
  })
  if (!opened.ok) return opened
  const wanted = opened.value.wanted.flatMap((path) =>
    bytes.has(path) ? [{ path, bytes: bytes.get(path) as Buffer }] : [],
  )
  const received = await receiveFiles(actor, visible.teamId, opened.value.run, wanted)
  if (!received.ok) return received
  const started = await startImport(actor, visible.teamId, opened.value.run)
  if (!started.ok) return started
  await importUnderWay(opened.value.run)
  const ended = await findRun(visible, opened.value.run)
  return ended?.state === "done"
    ? done(null)
    : refused(
        "conflict",
        `changes in ${source.name} could not be imported: ${ended?.error ?? `the import was ${ended?.state ?? "lost"}`}`,
      )
}
