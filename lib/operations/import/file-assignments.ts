import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { findRun, leftAloneItems, type RunSummary, runPaths } from "@/lib/db/sources/import-runs"
import {
  receiveContent,
  refuseContent,
  storeFormatRules,
  wantItems,
  lockImportRun,
} from "@/lib/db/sources/running-imports"
import { IMPORT_LIMITS, sizeOf } from "@/lib/files/readable-file"
import { readFound } from "@/lib/files/walk"
import { locator } from "@/lib/formats/format-detection"
import { projectNameIn } from "@/lib/formats/paths"
import type { Actor } from "@/lib/memory/teams/actor"
import type { FormatId, FormatRule } from "@/lib/memory/memory-files/format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { prefixOfMemoryFolder, proposeProjects } from "@/lib/memory/sources/project-assignment"
import { type ItemPlacement, leaveOutItems, moveItems } from "@/lib/db/sources/planned-import-files"
import { planReceived, whileIn } from "./plan/plan"
import { checkReceivedFiles } from "./collect"

interface Taking {
  readonly run: string
  readonly paths: readonly string[]
  readonly format: FormatId
  /** Bytes of the files that the client has. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

/**
 * Assigns a format to ignored files of a planned run. The source remembers it. Files with known bytes are
 * planned immediately; the others wait for the next import and are returned.
 */
export async function takeItems(
  actor: Actor,
  teamId: string,
  { run: runId, paths, format, files }: Taking,
): Promise<Outcome<{ taken: number; waiting: string[] }>> {
  const large = files.find((file) => file.bytes.length > IMPORT_LIMITS.fileBytes)
  if (large)
    return refused(
      "too-large",
      `${large.path}: the maximum size of a memory file is ${sizeOf(IMPORT_LIMITS.fileBytes)}`,
    )
  const run = await findRun(visibilityOf(actor, teamId), runId)
  if (!run) return refused("not-found", "import not found")
  const left = await leftAloneItems(visibilityOf(actor, teamId), runId, paths)
  const given = new Map(files.map((file) => [file.path, file.bytes]))
  const found: { path: string; bytes: Uint8Array }[] = []
  for (const { path, content } of left) {
    const bytes = content ?? given.get(path) ?? (await readAgain(run, path))
    if (bytes !== null) found.push({ path, bytes })
  }
  const there = new Set(found.map(({ path }) => path))
  const waiting = left.flatMap(({ path }) => (there.has(path) ? [] : [path]))
  const { storable, unstorable } = await checkReceivedFiles(found)
  const added = left.map(({ path }): FormatRule => ({ pattern: path, format }))
  const projects = await projectsOf(visibilityOf(actor, teamId), run, [...run.takenAs, ...added])
  const subject = run.sourceName
  const taken = await commit(
    actor,
    { kind: "import.take", teamId, subject, detail: { files: left.length, format } },
    async (tx) => {
      if (run.state !== "planned")
        return refused(
          "conflict",
          `this import cannot be changed because its state is "${run.state}". Only planned imports can be changed`,
        )
      return whileIn(tx, teamId, run, async () => {
        await storeFormatRules(tx, teamId, run.sourceId, added)
        await wantItems(
          tx,
          { teamId, runId },
          [...there].map((path) => ({ path, project: projects(path) })),
        )
        await receiveContent(tx, teamId, runId, storable)
        await refuseContent(tx, teamId, runId, unstorable)
        return null
      })
    },
  )
  if (!taken.ok) return taken
  const fresh = await findRun(visibilityOf(actor, teamId), runId)
  const planned = fresh === null ? taken : await planReceived(actor, teamId, fresh)
  return planned.ok ? done({ taken: storable.length, waiting }) : planned
}

/** Reads a file of a server directory again. Null if it cannot be read, or if a client uploaded the files. */
async function readAgain(run: RunSummary, path: string): Promise<Uint8Array | null> {
  if (run.sourceKind !== "directory") return null
  const bytes = await readFound(run.sourceName, path).catch(() => null)
  return bytes instanceof Uint8Array ? bytes : null
}

/** Returns the project of each file of a run under these rules. */
async function projectsOf(
  visible: Visibility,
  run: RunSummary,
  takenAs: readonly FormatRule[],
): Promise<(path: string) => string> {
  const { projectName } = run
  if (projectName !== null) return () => projectName
  const paths = (await runPaths(visible, run.id)).map((one) => one.path)
  const locate = locator(paths, prefixOfMemoryFolder({ kind: run.sourceKind, name: run.sourceName }, paths), {
    takenAs,
  })
  const placeable = paths.flatMap((path) => {
    const [likeliest] = locate(path)
    if (likeliest === undefined) return []
    const { format, location } = likeliest
    return [{ path, root: location.root, projectName: projectNameIn(format, location) }]
  })
  return proposeProjects(placeable, run.sourceName)
}

export interface Placement extends ItemPlacement {
  readonly run: string
  readonly paths: readonly string[]
  readonly leaveOut?: boolean | undefined
}

/**
 * Changes the destination of planned files. Returns the number of changed files. A file that moves to another
 * project is new there, unless that project has the path already.
 */
export async function placeItems(
  actor: Actor,
  teamId: string,
  placement: Placement,
): Promise<Outcome<number>> {
  const run = await findRun(visibilityOf(actor, teamId), placement.run)
  if (!run) return refused("not-found", "import not found")
  return commit(
    actor,
    { kind: "import.place", teamId, subject: run.sourceName, detail: { files: placement.paths.length } },
    async (tx) => {
      const state = await lockImportRun(tx, teamId, run.id)
      if (state !== "planned")
        return refused(
          "conflict",
          `this import cannot be changed because its state is "${state}". Only planned imports can be changed`,
        )
      const items = { teamId, id: run.id, paths: placement.paths }
      return done(
        placement.leaveOut
          ? await leaveOutItems(tx, items, `left out by ${actor.name}`)
          : await moveItems(tx, items, placement),
      )
    },
  )
}
