import { isDatabaseUnreachable } from "@/lib/db/infra/unavailable"
import { failureMessage } from "@/lib/db/infra/data-errors"
import { commit } from "@/lib/db/infra/commit"
import { openFileConflicts } from "@/lib/db/conflicts/file-conflicts"
import { apartFromRequest } from "@/lib/db/infra/keyed-request"
import {
  decidedRevisions,
  endCutOff,
  isImporting,
  listWriteBacks,
  noteWriteBack,
  openWriteBack,
  type SourceRow,
  type WriteWay,
  type WrittenFile,
} from "@/lib/db/sources/write-backs"
import { GitMissing, GitRefused } from "@/lib/files/git"
import { branchTip, isIn } from "@/lib/files/git-branch"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/group"
import { countChanges } from "@/lib/memory/text/line-hunks"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { type BranchStep, commitFiles } from "./commit-files"
import { decisionsOf } from "./decisions"
import { type Plan, planWriteBack } from "./plan"
import { isWritten, type Planned } from "./standing"
import { takeIn } from "./take-in"
import { type DirectoryStep, TakenOver, writeFiles } from "./write-files"

export type Step = DirectoryStep | BranchStep | "opened" | "taken in" | "finished"

export interface Asked {
  readonly way: Extract<WriteWay, "directory" | "branch">
  /** Hexadecimal: of the preview that was seen. */
  readonly shown: string
  /** Only these; all unless given. */
  readonly paths?: readonly string[] | undefined
}

export interface Around {
  readonly now: Date
  /** Hears of each step once it is done. */
  readonly onStep?: (step: Step) => void
}

const underWay = globalThis as unknown as {
  quarterdeckWriteBacks?: Map<
    string,
    { readonly ended: Promise<void>; readonly files: readonly WrittenFile[] }
  >
}

/** How far a write-back of this process is; null where it is not at work on it. */
export const filesUnderWay = (id: string): readonly WrittenFile[] | null =>
  underWay.quarterdeckWriteBacks?.get(id)?.files ?? null

/** Resolves when the write-back has ended, if this process is at work on it. */
export async function writeBackUnderWay(id: string): Promise<void> {
  await underWay.quarterdeckWriteBacks?.get(id)?.ended
}

/** Starts a write-back as it was previewed and returns at once with its id; null where there is nothing to do. */
export async function startWriteBack(
  actor: Actor,
  teamId: string,
  source: SourceRow,
  asked: Asked,
  around: Around,
): Promise<Outcome<string | null>> {
  const cutOff = (await listWriteBacks(teamId, source.id, { take: 5 })).filter(
    (one) => one.state === "running",
  )
  if (cutOff.some((one) => filesUnderWay(one.id) !== null))
    return refused("conflict", `${source.name} is being written back: wait until that has finished`)
  const plan = await planWriteBack(actor, teamId, source, asked.way)
  const why = plan.ways.find((one) => one.way === asked.way)?.why ?? null
  if (why !== null) return refused("conflict", why)
  if (plan.shown !== asked.shown)
    return refused(
      "stale",
      `${source.name}: something changed on one side since the preview: look again, then write`,
      { shown: plan.shown },
    )
  if (asked.paths?.some((path) => !plan.files.some(({ file }) => file.place === path)))
    return refused("invalid", `paths: not all of these have changes for ${source.name}`)
  const planned = plan.files.filter(({ file }) => asked.paths?.includes(file.place) ?? true)
  const conflicts = await openFileConflicts(
    teamId,
    planned.map(({ file }) => file.id),
  )
  const nothing = !planned.some(
    (one) =>
      isWritten(one) ||
      (asked.way === "directory" &&
        (one.standing === "same" ||
          (one.standing === "conflict" && !one.file.goes && !conflicts.has(one.file.id)))),
  )
  if (nothing && cutOff.length === 0) return done(null)
  if (
    planned.some((one) => one.standing === "merge") &&
    asked.way === "directory" &&
    (await isImporting(teamId, source.id))
  )
    return refused(
      "conflict",
      `an import of ${source.name} is running: wait until it has finished, then look again`,
    )
  const by = { kind: actor.kind, id: actor.id, name: actor.name }
  const files = planned.map(waiting)
  const arrived = await arrivedOf(
    plan,
    cutOff.flatMap((one) =>
      one.branch !== null && one.commit !== null ? [{ branch: one.branch, commit: one.commit }] : [],
    ),
  )
  const opened = await commit(
    actor,
    {
      kind: "write-back.start",
      teamId,
      subject: source.name,
      detail: { way: asked.way, files: files.length },
    },
    async (tx): Promise<Outcome<string | null>> => {
      await endCutOff(tx, teamId, source.id, arrived)
      return done(
        nothing ? null : await openWriteBack(tx, teamId, { sourceId: source.id, way: asked.way, files, by }),
      )
    },
  )
  if (!opened.ok || opened.value === null) return opened
  const id = opened.value
  around.onStep?.("opened")
  const runs = (underWay.quarterdeckWriteBacks ??= new Map())
  const ended = apartFromRequest(() => carryOut(actor, teamId, { id, plan, planned, files }, around)).finally(
    () => runs.delete(id),
  )
  runs.set(id, { ended, files })
  return done(id)
}

interface Work {
  readonly id: string
  readonly plan: Plan
  readonly planned: readonly (Planned & { readonly mode?: string })[]
  /** What became of each, in the same order; filled as it goes. */
  readonly files: WrittenFile[]
}

async function carryOut(
  actor: Actor,
  teamId: string,
  { id, plan, planned, files }: Work,
  { now, onStep = () => undefined }: Around,
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
    if (isDatabaseUnreachable(cause) || cause instanceof TakenOver)
      return console.error(`the write-back of ${source.name} was interrupted:`, cause) // nothing can be written down now; each file is whole, and the next write-back goes on
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
  { id, plan, planned, files }: Work,
  onStep: (step: Step) => void,
): Promise<Outcome<unknown>> {
  const taken = await takeIn(
    actor,
    teamId,
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
  { id, plan, planned, files }: Work,
  { now, onStep }: Required<Around>,
): Promise<Outcome<unknown>> {
  const { repository, parent } = plan.git as NonNullable<Plan["git"]>
  const revisions = groupBy(
    await decidedRevisions(
      teamId,
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

/** "quarterdeck/2026-11-22-3f9a1c": the same for the same preview. */
export const branchName = (shown: string, now: Date): string =>
  `quarterdeck/${now.toISOString().slice(0, 10)}-${shown.slice(0, 6)}`

function waiting({ file, before, after, standing }: Planned): WrittenFile {
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

/** Commits that stand on their branches although nobody could write down that they do. */
async function arrivedOf(
  { git }: Plan,
  made: readonly { readonly branch: string; readonly commit: string }[],
): Promise<string[]> {
  if (git === null) return []
  const looked = await Promise.all(
    made.map(async ({ branch, commit: made }) => {
      const tip = await branchTip(git.repository, branch)
      return tip !== null && (await isIn(git.repository, made, tip)) ? made : null
    }),
  )
  return looked.flatMap((one) => one ?? [])
}
