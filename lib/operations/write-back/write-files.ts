import { visibilityOf } from "@/lib/memory/teams/visibility"
import { join } from "node:path"
import { commit } from "@/lib/db/infra/commit"
import { closeFileConflicts, openFileConflict } from "@/lib/db/conflicts/file-conflicts"
import { lockCurrentFile } from "@/lib/db/memory-files/current-revisions"
import {
  filesOfSource,
  markRemoved,
  markWritten,
  noteWriteBack,
  type SourceRow,
  type WrittenFile,
} from "@/lib/db/sources/write-backs"
import {
  findWriteTarget,
  ChangedMeanwhileError,
  removeTemporaryFile,
  hasTemporaryFile,
  removeFile,
  replaceFile,
  type WriteStep,
} from "@/lib/files/write-file"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { isWritten, type PlannedWrite } from "./pending-writes"
import { sha256Hex } from "@/lib/files/sha256"

export type DirectoryStep = WriteStep | "held" | "marked" | "kept"

export interface Writing {
  readonly teamId: string
  readonly source: SourceRow
  /** Id of the write-back. `root`: folder of the source. */
  readonly id: string
  readonly root: string
  readonly onStep: (step: DirectoryStep) => void
}

/** Number of files after which the progress is recorded, in a transaction that writes anyway. */
const NOTED_EVERY = 50

/**
 * Writes files one by one, each in its own transaction. A file that cannot be written does not affect the
 * others.
 */
export async function writeFiles(
  actor: Actor,
  writing: Writing,
  planned: readonly PlannedWrite[],
  files: WrittenFile[],
): Promise<void> {
  await clearLeft(actor, writing)
  for (const [at, one] of planned.entries()) {
    const note = at % NOTED_EVERY === NOTED_EVERY - 1 ? [...files] : null
    const outcome = await settleOne(actor, writing, one, note)
    files[at] = { ...(files[at] as WrittenFile), ...outcome }
  }
}

type FileOutcome = Pick<WrittenFile, "status" | "reason"> & { readonly revision?: number }

async function settleOne(
  actor: Actor,
  writing: Writing,
  one: PlannedWrite,
  note: readonly WrittenFile[] | null,
): Promise<FileOutcome> {
  if (one.standing === "conflict")
    return one.file.goes ? { status: "conflict", reason: one.reason } : openConflict(actor, writing, one)
  if (!isWritten(one) && one.standing !== "same") return { status: "left", reason: one.reason }
  const outcome = await writeOne(actor, writing, one, note)
  if (!outcome.ok) return { status: outcome.reason === "stale" ? "left" : "failed", reason: outcome.message }
  return { status: writtenStatus(one.standing), reason: one.reason, revision: outcome.value }
}

function writtenStatus(standing: PlannedWrite["standing"]): WrittenFile["status"] {
  if (standing === "same") return "same"
  return standing === "remove" ? "removed" : "written"
}

/**
 * Writes one file. Locks the stored file, so that no other write-back or decision changes it at the same
 * time. After a crash, the next write-back finds the text at the target and only stores the merge base.
 */
async function writeOne(
  actor: Actor,
  { teamId, source, id, root, onStep }: Writing,
  one: PlannedWrite,
  note: readonly WrittenFile[] | null,
): Promise<Outcome<number>> {
  const { file, after } = one
  const sha256 = one.standing === "same" || file.goes ? file.sha256 : sha256Hex(after)
  const outcome = await commit(
    actor,
    {
      kind: "write-back.write",
      teamId,
      subject: file.place,
      detail: { source: source.name, writeBack: id, standing: one.standing },
    },
    async (tx): Promise<Outcome<number>> => {
      const head = await lockCurrentFile(tx, teamId, file.id)
      if (!head || head.sha256 !== sha256)
        return refused("stale", `${file.path} has changed since the preview. Preview again before writing`)
      if (file.goes && head.state !== "gone")
        return refused("stale", `${file.path} was restored in Quarterdeck. Preview again before writing`)
      onStep("held")
      if (one.standing !== "same") {
        const written = await replace(root, one, onStep)
        if (!written.ok) return written
      }
      await closeFileConflicts(tx, teamId, [file.id])
      if (file.goes) await markRemoved(tx, teamId, source.id, file.id)
      else await markWritten(tx, teamId, { id: file.id, sha256, sourceId: source.id, path: file.place })
      if (note && !(await noteWriteBack(tx, teamId, id, { files: note })))
        throw new TakenOverError("another write-back of this source took over")
      onStep("marked")
      return done(head.revision)
    },
  )
  if (outcome.ok) onStep("kept")
  return outcome
}

/** Thrown if another process took over the write-back of the source. The current process must stop. */
export class TakenOverError extends Error {}

async function replace(
  root: string,
  { file, standing, after, seen }: PlannedWrite,
  onStep: (step: DirectoryStep) => void,
): Promise<Outcome<null>> {
  const place = await findWriteTarget(root, file.place)
  if (place.kind === "problem" || place.readOnly !== null)
    return refused(
      "conflict",
      `${file.place}: ${place.kind === "problem" ? place.why : place.readOnly}. The file was not changed`,
    )
  try {
    if (standing === "remove") await removeFile({ file: place.file, expected: seen, onStep })
    else await replaceFile({ file: place.file, bytes: Buffer.from(after), expected: seen, onStep })
    return done(null)
  } catch (cause) {
    if (cause instanceof ChangedMeanwhileError)
      return refused(
        "stale",
        `${file.place} has changed in the source since the preview and was not ${standing === "remove" ? "removed" : "overwritten"}. Preview again before writing`,
      )
    return refused(
      "conflict",
      `${file.place}: ${whyNot(cause as NodeJS.ErrnoException)}. The file was not changed`,
    )
  }
}

function whyNot({ code = "", message }: NodeJS.ErrnoException): string {
  if (code === "ENOSPC" || code === "EDQUOT")
    return `the disk is full (${code}). Free some space, then try again`
  if (code === "EFBIG")
    return "the file exceeds the file size limit of the server process (EFBIG). Raise the limit, then try again"
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `the server's user does not have permission to write the file (${code}). Change the permissions, then try again`
  return `the file could not be written (${code || message})`
}

/**
 * Opens a conflict for a file that changed on both sides in the same place, with all three texts. The target
 * stays unchanged.
 */
async function openConflict(
  actor: Actor,
  { teamId, source, id }: Writing,
  { file, before, reason }: PlannedWrite,
): Promise<FileOutcome> {
  const message = reason ?? `${file.path} was changed in Quarterdeck and in its source, in the same place`
  const outcome = await commit(
    actor,
    {
      kind: "write-back.conflict",
      teamId,
      subject: file.place,
      detail: { source: source.name, writeBack: id },
    },
    async (tx): Promise<Outcome<null>> => {
      const head = await lockCurrentFile(tx, teamId, file.id)
      if (!head || head.sha256 !== file.sha256)
        return refused("stale", `${file.path} has changed since the preview. Preview again before writing`)
      await openFileConflict(tx, teamId, {
        fileId: file.id,
        projectId: file.projectId,
        sourceId: source.id,
        base: file.agreed,
        ours: file.text,
        theirs: before ?? "",
        message,
        foundBy: "write-back",
      })
      return done(null)
    },
  )
  return outcome.ok
    ? {
        status: "conflict",
        reason: `${message}. Nothing was overwritten. Resolve the file conflict in the Inbox`,
      }
    : { status: "left", reason: outcome.message }
}

/** Removes the temporary files that an interrupted write-back left. */
async function clearLeft(actor: Actor, { teamId, source, root }: Writing): Promise<void> {
  for (const { id, path } of await filesOfSource(visibilityOf(actor, teamId), source.id)) {
    if (!(await hasTemporaryFile(join(root, path)))) continue
    await commit(
      actor,
      { kind: "write-back.clear", teamId, subject: path, detail: { source: source.name } },
      async (tx): Promise<Outcome<null>> => {
        await lockCurrentFile(tx, teamId, id)
        await removeTemporaryFile(join(root, path))
        return done(null)
      },
    )
  }
}
