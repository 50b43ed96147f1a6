import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { isDatabaseUnreachable } from "@/lib/db/infra/database-unavailable"
import { failureMessage } from "@/lib/db/infra/write-failures"
import { commit } from "@/lib/db/infra/commit"
import { openFileConflicts } from "@/lib/db/conflicts/file-conflicts"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import {
  decidedRevisions,
  endInterrupted,
  isImporting,
  listWriteBacks,
  noteWriteBack,
  openWriteBack,
  type SourceRow,
  type WriteWay,
  type WrittenFile,
  filesOfSource,
} from "@/lib/db/sources/write-backs"
import { GitMissing, GitRefused } from "@/lib/files/git"
import { branchTip, isAncestor } from "@/lib/files/git-branch"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { countChanges } from "@/lib/memory/text/line-differences"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { findRun } from "@/lib/db/sources/import-runs"
import { importUnderWay, startImport } from "../import/background"
import { openImport, receiveFiles } from "../import/collect"
import { type BranchStep, commitFiles, decisionsOf } from "./commit-files"
import { chooseFiles, type WriteBackPlan, planWriteBack } from "./plan"
import { branchName } from "./plan-branch"
import { isWritten, type PlannedWrite } from "./pending-writes"
import { type DirectoryStep, TakenOverError, writeFiles } from "./write-files"

export type Step = DirectoryStep | BranchStep | "opened" | "taken in" | "finished"

export interface WriteBackRequest {
  readonly source: SourceRow
  readonly way: Extract<WriteWay, "directory" | "branch">
  /** Hash of the preview that the caller saw, in hexadecimal. */
  readonly shown: string
  /** Paths to write. Default: all. */
  readonly paths?: readonly string[] | undefined
}

export interface WriteBackOptions {
  readonly now: Date
  /** Called after each step. */
  readonly onStep?: (step: Step) => void
}

const underWay = globalThis as unknown as {
  quarterdeckWriteBacks?: Map<
    string,
    { readonly ended: Promise<void>; readonly files: readonly WrittenFile[] }
  >
}

/** Returns the progress of a write-back that runs in this process. Null for others. */
export const filesUnderWay = (id: string): readonly WrittenFile[] | null =>
  underWay.quarterdeckWriteBacks?.get(id)?.files ?? null

/** Resolves when the write-back has ended. Resolves immediately if it does not run in this process. */
export async function writeBackUnderWay(id: string): Promise<void> {
  await underWay.quarterdeckWriteBacks?.get(id)?.ended
}

/**
 * Starts a write-back that matches the preview. Returns its id immediately, or null if there is nothing to
 * write. Refuses if the plan has changed or another write-back is running.
 */
export async function startWriteBack(
  actor: Actor,
  teamId: string,
  request: WriteBackRequest,
  options: WriteBackOptions,
): Promise<Outcome<string | null>> {
  const { source, way } = request
  const interrupted = (await listWriteBacks(visibilityOf(actor, teamId), source.id, { take: 5 })).filter(
    (one) => one.state === "running",
  )
  if (interrupted.some((one) => filesUnderWay(one.id) !== null))
    return refused("conflict", `${source.name} is being written back. Wait until the write-back has finished`)
  const plan = await planWriteBack(actor, teamId, source, way)
  const chosen = filesAsPlanned(plan, request)
  if (!chosen.ok) return chosen
  const planned = chosen.value
  const hasWork = await hasFilesToWrite(visibilityOf(actor, teamId), way, planned)
  if (!hasWork && interrupted.length === 0) return done(null)
  const merges = way === "directory" && planned.some((one) => one.standing === "merge")
  if (merges && (await isImporting(visibilityOf(actor, teamId), source.id)))
    return refused(
      "conflict",
      `an import of ${source.name} is running. Wait until it has finished, then preview again`,
    )
  const files = planned.map(waiting)
  const opened = await openRun(actor, teamId, request, { plan, interrupted, files, hasWork })
  if (!opened.ok || opened.value === null) return opened
  const id = opened.value
  options.onStep?.("opened")
  const runs = (underWay.quarterdeckWriteBacks ??= new Map())
  const ended = outsideRequest(() => carryOut(actor, teamId, { id, plan, planned, files }, options)).finally(
    () => runs.delete(id),
  )
  runs.set(id, { ended, files })
  return done(id)
}

/** Returns the chosen files. Refuses if the plan has changed since the preview. */
function filesAsPlanned(
  plan: WriteBackPlan,
  { source, way, shown, paths }: WriteBackRequest,
): Outcome<WriteBackPlan["files"]> {
  const why = plan.ways.find((one) => one.way === way)?.why ?? null
  if (why !== null) return refused("conflict", why)
  if (plan.shown !== shown)
    return refused(
      "stale",
      `${source.name}: Quarterdeck or the source has changed since the preview. Preview again before writing`,
      { shown: plan.shown },
    )
  return chooseFiles(plan, paths)
}

/**
 * True if the write-back writes a file. In a directory, also true if it stores a merge base or a new
 * conflict.
 */
async function hasFilesToWrite(
  visible: Visibility,
  way: WriteBackRequest["way"],
  planned: readonly PlannedWrite[],
): Promise<boolean> {
  const conflicts = await openFileConflicts(
    visible,
    planned.map(({ file }) => file.id),
  )
  const isNewConflict = ({ standing, file }: PlannedWrite) =>
    standing === "conflict" && !file.goes && !conflicts.has(file.id)
  return planned.some(
    (one) => isWritten(one) || (way === "directory" && (one.standing === "same" || isNewConflict(one))),
  )
}

interface RunToOpen {
  readonly plan: WriteBackPlan
  /** Write-backs whose process ended before they finished. */
  readonly interrupted: Awaited<ReturnType<typeof listWriteBacks>>
  readonly files: WrittenFile[]
  /** True if a new write-back is stored. False: only the interrupted write-backs are ended. */
  readonly hasWork: boolean
}

/** Ends interrupted write-backs and stores a new one. Returns its id, or null if there is no work. */
async function openRun(
  actor: Actor,
  teamId: string,
  { source, way }: WriteBackRequest,
  { plan, interrupted, files, hasWork }: RunToOpen,
): Promise<Outcome<string | null>> {
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const arrived = await arrivedOf(
    plan,
    interrupted.flatMap((one) =>
      one.branch !== null && one.commit !== null ? [{ branch: one.branch, commit: one.commit }] : [],
    ),
  )
  const detail = { way, files: files.length }
  return commit(
    actor,
    { kind: "write-back.start", teamId, subject: source.name, detail },
    async (tx): Promise<Outcome<string | null>> => {
      await endInterrupted(tx, teamId, source.id, arrived)
      return done(hasWork ? await openWriteBack(tx, teamId, { sourceId: source.id, way, files, by }) : null)
    },
  )
}

interface WriteBackWork {
  readonly id: string
  readonly plan: WriteBackPlan
  readonly planned: readonly (PlannedWrite & { readonly mode?: string })[]
  /** Outcome of each planned file, in the same order. The run fills it. */
  readonly files: WrittenFile[]
}

async function carryOut(
  actor: Actor,
  teamId: string,
  { id, plan, planned, files }: WriteBackWork,
  { now, onStep = () => undefined }: WriteBackOptions,
): Promise<void> {
  const { source } = plan
  try {
    const outcome =
      plan.way === "branch"
        ? await toBranch(actor, teamId, { id, plan, planned, files }, { now, onStep })
        : await toDirectory(actor, teamId, { id, plan, planned, files }, onStep)
    await commit(
      actor,
      { kind: "write-back.finish", teamId, subject: source.name, detail: { writeBack: id } },
      async (tx) =>
        done(
          await noteWriteBack(tx, teamId, id, {
            files,
            state: outcome.ok ? "done" : "failed",
            error: outcome.ok ? null : outcome.message,
          }),
        ),
    )
    onStep("finished")
  } catch (cause) {
    if (isDatabaseUnreachable(cause) || cause instanceof TakenOverError)
      // Files that were written are complete. The next write-back continues with the rest.
      return console.error(`the write-back of ${source.name} was interrupted:`, cause)
    const known = cause instanceof GitRefused || cause instanceof GitMissing
    if (!known) console.error(`the write-back of ${source.name} failed:`, cause)
    const error = known
      ? `git failed: ${(cause as Error).message}`
      : `The write-back of ${source.name} stopped: ${failureMessage(cause)}. Files written so far are kept. Write back again to continue`
    const state = files.map((file): WrittenFile =>
      file.status === "waiting" || (known && (file.status === "written" || file.status === "removed"))
        ? { ...file, status: "left", reason: error }
        : file,
    )
    await commit(
      actor,
      { kind: "write-back.fail", teamId, subject: source.name, detail: { writeBack: id } },
      async (tx) => done(await noteWriteBack(tx, teamId, id, { files: state, state: "failed", error })),
    )
  }
}

async function toDirectory(
  actor: Actor,
  teamId: string,
  { id, plan, planned, files }: WriteBackWork,
  onStep: (step: Step) => void,
): Promise<Outcome<unknown>> {
  const taken = await importChanges(
    actor,
    visibilityOf(actor, teamId),
    plan.source,
    planned.filter((one) => one.standing === "merge"),
  )
  if (!taken.ok) return taken
  onStep("taken in")
  await writeFiles(
    actor,
    { teamId, source: plan.source, id, root: plan.root as string, onStep },
    planned,
    files,
  )
  return done(null)
}

async function toBranch(
  actor: Actor,
  teamId: string,
  { id, plan, planned, files }: WriteBackWork,
  { now, onStep }: Required<WriteBackOptions>,
): Promise<Outcome<unknown>> {
  const { repository, parent } = plan.git as NonNullable<WriteBackPlan["git"]>
  const revisions = groupBy(
    await decidedRevisions(
      visibilityOf(actor, teamId),
      planned.map(({ file }) => file.id),
    ),
    (one) => one.fileId,
  )
  const decisions = new Map([...revisions].map(([fileId, some]) => [fileId, decisionsOf(some)]))
  return commitFiles(
    actor,
    {
      teamId,
      id,
      source: plan.source.name,
      repository,
      parent,
      branch: branchName(plan.shown, now),
      decisions,
      now,
      onStep,
    },
    planned,
    files,
  )
}

function waiting({ file, before, after, standing }: PlannedWrite): WrittenFile {
  const counts = isWritten({ standing }) ? countChanges(before ?? "", after) : { added: 0, removed: 0 }
  return {
    path: file.place,
    project: file.projectName,
    fileId: file.id,
    revision: file.head,
    status: "waiting",
    ...counts,
    reason: null,
  }
}

/**
 * Returns the commits that reached their branch, although the write-back was interrupted before it stored
 * that.
 */
async function arrivedOf(
  { git }: WriteBackPlan,
  made: readonly { readonly branch: string; readonly commit: string }[],
): Promise<string[]> {
  if (git === null) return []
  const looked = await Promise.all(
    made.map(async ({ branch, commit: made }) => {
      const tip = await branchTip(git.repository, branch)
      return tip !== null && (await isAncestor(git.repository, made, tip)) ? made : null
    }),
  )
  return looked.flatMap((one) => one ?? [])
}

/**
 * Imports the changes of a source for the files that are merged and written back next. The stored text of
 * these files is then the text to write, and the text of the source stays in the history. All other files are
 * offered unchanged, so that nothing else is imported.
 */
async function importChanges(
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
        `changes in ${source.name} could not be imported: ${ended?.error ?? `the import was ${ended?.state ?? "removed"}`}`,
      )
}
