import { visibilityOf, wholeTeamUnchecked, type Visibility } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { openFileConflicts } from "@/lib/db/conflicts/file-conflicts"
import {
  INTERRUPTED,
  decidedRevisions,
  findSource,
  findWriteBack,
  hasStepSince,
  listWriteBacks,
  type SourceRow,
  sourcesNamed,
  type WriteBackRow,
  filesOfSource,
} from "@/lib/db/sources/write-backs"
import { projectBound, type VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor, Verb } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/aggregates"
import { countChanges, hunksOf, patchOf } from "@/lib/memory/text/line-differences"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { nameProblem } from "@/lib/files/unsafe-paths"
import { pack } from "@/lib/files/archive/zip"
import { operation } from "../operation"
import { nextOutput, pageOf, placeInList, rowsForPage } from "../infra/paging"
import { inTeam } from "../teams/team-and-project"
import { filesUnderWay, startWriteBack, writeBackUnderWay } from "./run-write-back"
import { decisionsOf } from "./commit-files"
import { chooseFiles, type WriteBackPlan, planWriteBack } from "./plan"
import { branchName } from "./plan-branch"
import { isWritten } from "./pending-writes"
import {
  type WriteBackFileView,
  type WriteBackPreview,
  writeBackPreview,
  type WriteBackRun,
  writeBackRun,
  writeWay,
} from "./write-back-outputs"

const sourceInput = z.object({
  team: z.string(),
  source: z.string().describe("The source's ID, or its name"),
})

export const previewWriteBack = operation({
  name: "write-back.preview",
  summary: "Preview a write-back: files, changed lines, who approved them, and the source's current text.",
  method: "GET",
  path: "/sources/{source}/write-back",
  right: "curate",
  version: { of: "shown" },
  input: sourceInput.extend({ way: writeWay.optional().describe("Defaults to the first available target") }),
  output: writeBackPreview,
  run: (actor, input) =>
    withSource(actor, "curate", input, async (team, source) =>
      done(await viewPlan(team, await planWriteBack(actor, team.id, source, input.way))),
    ),
})

const paths = z
  .array(z.string())
  .min(1, "choose at least one file")
  .optional()
  .describe("Paths of the files to write, as in the preview. Defaults to all files")

/** Milliseconds that the answer waits for a short write-back, to include its result. */
const PATIENCE_MS = 3_000

export const writeSourceBack = operation({
  name: "write-back.start",
  summary: "Write decisions back to a source as previewed: to its directory, or as a commit on a new branch.",
  method: "POST",
  path: "/sources/{source}/write-back",
  right: "curate",
  unguarded: ["paths"],
  version: { base: "shown" },
  input: sourceInput.extend({
    way: z.enum(["directory", "branch"]),
    shown: z.string().regex(/^[0-9a-f]{64}$/, "send the `shown` value from the preview"),
    paths,
  }),
  output: writeBackRun,
  run: (actor, input) =>
    withSource(actor, "curate", input, async (team, source): Promise<Outcome<WriteBackRun>> => {
      const { way, shown } = input
      const request = { source, way, shown, paths: input.paths }
      const started = await startWriteBack(actor, team.id, request, { now: new Date() })
      if (!started.ok) return started
      if (started.value === null)
        return done({
          id: null,
          team: team.slug,
          source,
          way: input.way,
          state: "done",
          branch: null,
          commit: null,
          error: null,
          by: actor.name,
          createdAt: null,
          finishedAt: null,
          files: [],
        })
      await Promise.race([
        writeBackUnderWay(started.value),
        new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref()),
      ])
      const row = await findWriteBack(visibilityOf(actor, team.id), started.value)
      return row ? done(await viewRun(team, source, row)) : refused("not-found", NO_WRITE_BACK)
    }),
})

export const listSourceWriteBacks = operation({
  name: "write-back.list",
  summary: "List write-backs to a source, newest first.",
  method: "GET",
  path: "/sources/{source}/write-backs",
  right: "read",
  input: sourceInput.extend({
    limit: z.coerce.number().int().min(1).max(200).default(30),
    after: placeInList.optional(),
  }),
  output: z.object({ writeBacks: z.array(writeBackRun), next: nextOutput }),
  run: (actor, input) =>
    withSource(actor, "read", input, async (team, source) => {
      const { rows, next } = pageOf(
        await listWriteBacks(visibilityOf(actor, team.id), source.id, { take: rowsForPage(input) }),
        input,
      )
      return done({ writeBacks: await Promise.all(rows.map((row) => viewRun(team, source, row))), next })
    }),
})

export const showWriteBack = operation({
  name: "write-back.show",
  summary: "Show one write-back: progress, and the result for each file.",
  method: "GET",
  path: "/sources/{source}/write-backs/{writeBack}",
  right: "read",
  input: sourceInput.extend({ writeBack: z.string() }),
  output: writeBackRun,
  run: (actor, input) =>
    withSource(actor, "read", input, async (team, source) => {
      const row = await findWriteBack(visibilityOf(actor, team.id), input.writeBack)
      return row?.sourceId === source.id
        ? done(await viewRun(team, source, row))
        : refused("not-found", NO_WRITE_BACK)
    }),
})

const NO_WRITE_BACK = "write-back not found"

/**
 * Calls `work` with a source. Refuses tokens that are bound to a project, because a source can have files of
 * any project.
 */
async function withSource<T>(
  actor: Actor,
  verb: Verb,
  { team: reference, source }: z.output<typeof sourceInput>,
  work: (team: VisibleTeam, source: SourceRow) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return inTeam(actor, verb, reference, async (team) => {
    const found =
      projectBound(actor) === null
        ? ((await findSource(visibilityOf(actor, team.id), source)) ??
          (await sourcesNamed(visibilityOf(actor, team.id), source))[0])
        : undefined
    return found ? work(team, found) : refused("not-found", "source not found")
  })
}

/** Maximum number of lines in a preview, for one file and for all files. */
const MOST_LINES = { file: 400, all: 6_000 }

async function viewPlan(team: VisibleTeam, plan: WriteBackPlan): Promise<WriteBackPreview> {
  const ids = plan.files.map(({ file }) => file.id)
  const [revisions, conflicts, rows] = await Promise.all([
    decidedRevisions(wholeTeamUnchecked(team.id), ids),
    openFileConflicts(wholeTeamUnchecked(team.id), ids),
    listWriteBacks(wholeTeamUnchecked(team.id), plan.source.id, { take: 5 }),
  ])
  const decided = groupBy(revisions, (one) => one.fileId)
  let shownLines = 0
  const files = plan.files.map((one): WriteBackFileView => {
    const { file, standing, reason, before, after } = one
    const changes = isWritten(one) ? { before: before ?? "", after } : { before: "", after: "" }
    const hunks = hunksOf(changes.before, changes.after, 3)
    const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
    const fits = lines <= MOST_LINES.file && (shownLines += lines) <= MOST_LINES.all
    return {
      id: file.id,
      path: file.place,
      project: { slug: file.projectSlug, name: file.projectName },
      revision: file.head,
      standing,
      goes: file.goes,
      reason,
      ...countChanges(changes.before, changes.after),
      hunks: fits
        ? hunks.map(({ beforeLine, afterLine, lines: some }) => ({
            beforeLine,
            afterLine,
            lines: some.map(viewLine),
          }))
        : null,
      decisions: decisionsOf(decided.get(file.id) ?? []),
      conflict: conflicts.get(file.id) ?? null,
    }
  })
  const written = files.filter(isWritten)
  const sum = (of: "added" | "removed") => written.reduce((total, file) => total + file[of], 0)
  const parent = plan.way === "branch" ? plan.git?.parent : undefined
  return {
    team: team.slug,
    source: plan.source,
    way: plan.way,
    ways: [...plan.ways],
    shown: plan.shown,
    files,
    totals: {
      files: written.length,
      filesRemoved: written.filter(({ standing }) => standing === "remove").length,
      added: sum("added"),
      removed: sum("removed"),
    },
    branch: parent
      ? { name: parent.branch ?? branchName(plan.shown, new Date()), made: parent.branch === null }
      : null,
    running: rows.find((row) => row.state === "running" && filesUnderWay(row.id) !== null)?.id ?? null,
  }
}

const viewLine = ({ kind, text }: { kind: "same" | "cut" | "add"; text: string }) => ({
  kind,
  text: text.replace(/\r?\n$/, ""),
  ...(text.endsWith("\n") ? {} : { noBreak: true }),
})

/** Milliseconds after its last step from which on a write-back that runs in another process counts as failed. */
const SILENT_MS = 15 * 60_000

async function viewRun(team: VisibleTeam, source: SourceRow, row: WriteBackRow): Promise<WriteBackRun> {
  const files = filesUnderWay(row.id) ?? row.files
  const conflicts = await openFileConflicts(
    wholeTeamUnchecked(team.id),
    files.flatMap((file) => (file.status === "conflict" ? [file.fileId] : [])),
  )
  const cutOff = await isSilent(team, row)
  return {
    id: row.id,
    team: team.slug,
    source,
    way: row.way,
    state: cutOff ? "failed" : row.state,
    branch: row.branch,
    commit: row.commit,
    error: cutOff ? INTERRUPTED : row.error,
    by: row.by,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    files: files.map(({ fileId, ...file }) => ({
      ...file,
      id: fileId,
      conflict: conflicts.get(fileId) ?? null,
    })),
  }
}

/** True if a write-back runs in another process and has completed no step for `SILENT_MS`. */
async function isSilent(team: VisibleTeam, row: WriteBackRow): Promise<boolean> {
  const since = new Date(Date.now() - SILENT_MS)
  if (row.state !== "running" || filesUnderWay(row.id) !== null || row.createdAt > since) return false
  return !(await hasStepSince(wholeTeamUnchecked(team.id), row.id, since))
}

const download = z.object({
  name: z.string(),
  type: z.string(),
  files: z.number(),
  content: z.base64(),
})

export const downloadWriteBack = operation({
  name: "write-back.download",
  summary: "Download decisions to apply manually, as a git patch or as a zip file.",
  method: "GET",
  path: "/sources/{source}/write-back/download",
  right: "curate",
  refuses: ["conflict"],
  unguarded: ["paths"],
  input: sourceInput.extend({
    way: z.enum(["patch", "zip"]),
    files: z
      .enum(["changed", "all"])
      .default("changed")
      .describe("For a zip file: only changed files, or all files from the source"),
    paths,
  }),
  output: download,
  run: (actor, input) =>
    withSource(actor, "curate", input, async (team, source): Promise<Outcome<z.output<typeof download>>> => {
      const isWhole = input.way === "zip" && input.files === "all"
      if (isWhole && input.paths !== undefined)
        return refused(
          "invalid",
          "paths: cannot be combined with all files. Choose files, or download all of them",
        )
      const plan = await planWriteBack(actor, team.id, source, input.way)
      const chosen = chooseFiles(plan, input.paths)
      if (!chosen.ok) return chosen
      const written = chosen.value.filter(isWritten)
      if (input.way === "patch") return patchDownload(plan, written)
      return zipDownload(
        source,
        isWhole
          ? await allOf(visibilityOf(actor, team.id), plan)
          : written
              .filter(({ standing }) => standing !== "remove")
              .map(({ file, after }) => ({ path: file.place, text: after })),
      )
    }),
})

function patchDownload(
  { source, git }: WriteBackPlan,
  written: WriteBackPlan["files"],
): Outcome<z.output<typeof download>> {
  if (written.length === 0) return refused("conflict", `there is nothing to write back to ${source.name}`)
  const prefix = git?.repository.prefix ?? ""
  const patch = patchOf(
    written.map(({ file, standing, before, after, mode }) => ({
      path: prefix + file.place,
      before,
      after: standing === "remove" ? null : after,
      ...(mode === undefined ? {} : { mode }),
    })),
  )
  return done({
    name: `${downloadName(source)}.patch`,
    type: "text/x-patch; charset=utf-8",
    files: written.length,
    content: Buffer.from(patch).toString("base64"),
  })
}

async function zipDownload(
  source: SourceRow,
  files: readonly { readonly path: string; readonly text: string }[],
): Promise<Outcome<z.output<typeof download>>> {
  if (files.length === 0)
    return refused("conflict", `there is nothing to write back to ${source.name}. Request all files instead`)
  const zip = await pack(
    files.map(({ path, text }) => ({ path, bytes: Buffer.from(text) })),
    new Date(),
  )
  return done({
    name: `${downloadName(source)}.zip`,
    type: "application/zip",
    files: files.length,
    content: zip.toString("base64"),
  })
}

const downloadName = (source: SourceRow): string =>
  `${nameOf(source.name)}-${new Date().toISOString().slice(0, 10)}`

/** Returns the stored files of a source. A file that the plan merges has the merged text. */
async function allOf(
  visible: Visibility,
  { source, files }: WriteBackPlan,
): Promise<{ path: string; text: string }[]> {
  const stored = (await filesOfSource(visible, source.id, { texts: true })).map(
    ({ path, text }) => [path, text] as const,
  )
  const planned = files
    .filter((one) => isWritten(one) && one.standing !== "remove")
    .map(({ file, after }) => [file.place, after] as const)
  return [...new Map([...stored, ...planned])]
    .filter(([path]) => nameProblem(path) === null)
    .map(([path, text]) => ({ path, text }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns the last part of a path as a valid file name. */
const nameOf = (source: string): string =>
  (source.split(/[\\/]/).findLast((part) => part !== "") ?? "memory")
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
    .slice(0, 80) || "memory"
