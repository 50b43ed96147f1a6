import { formatCount } from "@/lib/memory/text/sentence"
import { realpath, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Drift } from "@/lib/operations/sync/sync-outputs"
import type { Screen } from "../infra/command"
import { wrongArguments } from "../infra/exit-codes"
import type { Server } from "../infra/server"

import { driftOf, acknowledgeFiles, type SyncTarget, type PredictedMerge, predictMerges } from "./drift"
import { type KnownFile, KnownHashes, withFolderLock, stateFolder } from "./sync-state"
import { type LocalFolder, scanFolder } from "./scan-folder"
import {
  pullAll,
  type PullResult,
  type PullStep,
  removeAll,
  type RemovalResult,
  pushAll,
  type PushResult,
  type PushStep,
  withRetries,
} from "./transfer"

export type SyncStep = "compared" | "said" | PushStep | PullStep

export interface SyncRequest extends SyncTarget {
  readonly directory: string
  readonly push: boolean
  readonly pull: boolean
  readonly server: Server
  readonly screen: Screen
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Called after each step. */
  readonly onStep?: (step: SyncStep) => void
  /** Called for files as soon as they are synced. The sync may still be interrupted afterwards. */
  readonly onDone?: (what: "pushed" | "pulled" | "removed" | "gone", paths: readonly string[]) => void
  /**
   * Keys of pushes that failed, from the path and the hashes of both texts. A file is not pushed again until
   * one of its texts changes.
   */
  readonly inVain?: Set<string>
}

export interface FileReport {
  readonly path: string
  readonly reason: string
}

/** The result of a sync, or of a preview. */
export interface SyncResult {
  readonly root: string
  /** The server's address. */
  readonly url: string
  readonly team: string | null
  readonly projects: readonly string[]
  readonly pushed: readonly string[]
  readonly pulled: readonly string[]
  /** Files deleted here because a migration moved them in Quarterdeck. */
  readonly removed: readonly string[]
  /**
   * Files that changed on both sides. `conflict`: ID of the conflict in the inbox, or null if there is none
   * yet and the next sync or push may resolve it.
   */
  readonly conflicts: readonly (FileReport & { readonly conflict: string | null })[]
  /** Files marked as removed in Quarterdeck. */
  readonly gone: readonly string[]
  /** Files that differ and stay unchanged on both sides. */
  readonly left: readonly FileReport[]
  /** Files that the server did not accept, or that could not be read or written here. */
  readonly failed: readonly FileReport[]
  /** Number of files that are equal on both sides. */
  readonly same: number
  /** Files that changed on both sides, with the expected result. Only in previews; empty after a sync. */
  readonly both: readonly { readonly path: string; readonly meeting: PredictedMerge }[]
  /** Messages about how the request was understood. */
  readonly notes: readonly string[]
}

/** A folder and its differences from Quarterdeck. */
export interface FolderComparison {
  readonly local: LocalFolder
  readonly drift: Drift
  readonly url: string
  /** Expected results of files that changed on both sides, by path. */
  readonly meetings: ReadonlyMap<string, PredictedMerge>
}

/** Compares a folder with Quarterdeck without writing anything. */
export async function compareWithServer({
  directory,
  server,
  screen,
  team,
  project,
  takenAs,
  env,
}: Omit<SyncRequest, "push" | "pull">): Promise<FolderComparison> {
  const root = await enter(directory)
  const known = new KnownHashes(stateFolder(root, env))
  const { local, drift } = await compareFolder(root, known, { server, screen, team, project, takenAs, env })
  const meetings = await predictMerges(server, { local, drift })
  screen.progress(null)
  return { local, drift, meetings, url: server.url }
}

interface Comparing extends Pick<SyncRequest, "server" | "screen" | "team" | "project" | "takenAs" | "env"> {
  readonly keep?: (files: ReadonlyMap<string, KnownFile>) => void
}

/**
 * Scans a folder and compares it with the server. Repeats both if the server returns other formats for files
 * than the scan used.
 */
async function compareFolder(
  root: string,
  known: KnownHashes,
  { server, screen, env, keep = () => undefined, ...wanted }: Comparing,
): Promise<{ local: LocalFolder; drift: Drift }> {
  const look = async () => {
    const takenAs = known.takenAs.get(server.url) ?? []
    const local = await scanFolder(root, { known, takenAs, screen, env, keep })
    screen.progress(`Comparing ${formatCount(local.files.length, "file")} with ${server.url}`)
    const drift = await driftOf(server, local, wanted)
    known.takenAs.set(server.url, drift.takenAs)
    return { local, drift, isSettled: JSON.stringify(takenAs) === JSON.stringify(drift.takenAs) }
  }
  const first = await look()
  return first.isSettled ? first : look()
}

/** Syncs a folder with Quarterdeck. After an interruption at any step, the next sync continues from there. */
export async function syncFolder(asked: SyncRequest): Promise<SyncResult> {
  const root = await enter(asked.directory)
  const folder = stateFolder(root, asked.env)
  return withFolderLock(root, folder, asked.screen, () => syncAlone(root, folder, asked))
}

/** Data that the steps of one sync share. */
interface SyncRun {
  readonly server: Server
  readonly local: LocalFolder
  /**
   * The team and project of the request. Without a project, the only project of the comparison, if there is
   * exactly one.
   */
  readonly wanted: SyncTarget
  readonly known: KnownHashes
  readonly request: SyncRequest
  onStep(step: SyncStep): void
  onDone: NonNullable<SyncRequest["onDone"]>
}

async function syncAlone(root: string, folder: string, request: SyncRequest): Promise<SyncResult> {
  const { screen, onStep = () => undefined, onDone = () => undefined } = request
  const server = withRetries(request.server)
  const [known, begun] = [new KnownHashes(folder), new Date()]
  let seen: ReadonlyMap<string, KnownFile> = new Map()
  const { local, drift: found } = await compareFolder(root, known, {
    ...request,
    server,
    keep: (files) => (seen = files),
  })
  onStep("compared")
  const wanted = { team: request.team, project: projectOf(request, found), takenAs: request.takenAs }
  const run: SyncRun = { server, local, wanted, known, request, onStep, onDone }
  await acknowledge(run, found)
  const sent = request.push && needsPush(run, found) ? await push(run, found) : null
  const drift = sent?.drift ?? found
  await removeTemporaryFiles(root, local)
  const pulled = request.pull ? await pull(run, drift) : null
  const removed = pulled === null || isIncomplete(pulled) ? null : await removeMoved(run, drift)
  await known.keep(seen, begun)
  screen.progress(null)
  const { push: pushing, same } = found
  return {
    root,
    url: server.url,
    ...resultOf(run, { drift, pushing, same, sent: sent?.pushed ?? null, pulled, removed }),
  }
}

const projectOf = ({ project }: SyncRequest, { projects }: Drift): string | undefined =>
  project ?? (projects.length === 1 ? projects[0] : undefined)

/**
 * Reports the files to the server whose current text the folder already has, if the server has not recorded
 * that.
 */
async function acknowledge({ server, local, wanted, onStep }: SyncRun, { team, take }: Drift): Promise<void> {
  if (team === null || take.length === 0) return
  await acknowledgeFiles(server, { source: local.source, team, project: wanted.project }, take)
  onStep("said")
}

/**
 * Returns a function for the key of a push in `inVain`. The key changes when the text of either side changes.
 */
function attemptsOf({ files }: LocalFolder): (one: Drift["push"][number]) => string {
  const hashes = new Map(files.map((file) => [file.path, file.sha256]))
  return ({ path, head }) => `${path}\0${hashes.get(path)}\0${head}`
}

/**
 * True if the folder has changes to push, without pushes that already failed with the same texts. Also true
 * if the request has format rules, because a push stores them.
 */
function needsPush({ server, local, known, request }: SyncRun, drift: Drift): boolean {
  const attemptOf = attemptsOf(local)
  const isNew = (one: Drift["push"][number]) => !request.inVain?.has(attemptOf(one))
  const isRedefined =
    known.definitions.get(server.url) !== local.definitions &&
    local.besides.some((one) => one.sha256 !== undefined)
  return drift.push.some(isNew) || drift.gone.length > 0 || isRedefined || request.takenAs !== undefined
}

/** Pushes the folder and compares it again. Adds files that the server did not accept to `inVain`. */
async function push(run: SyncRun, { push: pushing }: Drift): Promise<{ pushed: PushResult; drift: Drift }> {
  const { server, local, wanted, known, request, onStep, onDone } = run
  const pushed = await pushAll(server, local, wanted, { screen: request.screen, onStep })
  onDone("pushed", pushed.pushed)
  onDone("gone", pushed.gone)
  known.definitions.set(server.url, local.definitions)
  const drift = await driftOf(server, local, wanted)
  await acknowledge(run, drift)
  const [aside, attemptOf] = [new Set(pushed.aside.map((one) => one.path)), attemptsOf(local)]
  for (const one of pushing) if (aside.has(one.path)) request.inVain?.add(attemptOf(one))
  return { pushed, drift }
}

/**
 * Removes temporary files of an interrupted pull. A file that cannot be removed is harmless, and the next
 * sync tries again.
 */
async function removeTemporaryFiles(root: string, { begun }: LocalFolder): Promise<void> {
  for (const path of begun) await rm(join(root, path), { force: true }).catch(() => undefined)
}

async function pull(
  { server, local, wanted, request, onStep, onDone }: SyncRun,
  { team, pull: pulling }: Drift,
): Promise<PullResult | null> {
  if (team === null) return null
  return pullAll(
    server,
    local,
    { team, project: wanted.project, pull: pulling },
    { screen: request.screen, onStep, onPulled: (path) => onDone("pulled", [path]) },
  )
}

const isIncomplete = ({ failed, conflicts }: PullResult): boolean => failed.length + conflicts.length > 0

/**
 * Deletes files that a migration moved. Must run after a complete pull, because the content must have arrived
 * at its new path. Returns null without a team.
 */
async function removeMoved(
  { server, local, wanted, onStep, onDone }: SyncRun,
  { team, remove, released }: Drift,
): Promise<RemovalResult | null> {
  if (team === null) return null
  return removeAll(
    server,
    local,
    { team, project: wanted.project, remove, released },
    { onStep, onRemoved: (path) => onDone("removed", [path]) },
  )
}

interface Outcomes {
  /** The comparison after the push. */
  readonly drift: Drift
  /** Files to push, before the push. `same`: number of equal files, before the push. */
  readonly pushing: Drift["push"]
  readonly same: number
  readonly sent: PushResult | null
  readonly pulled: PullResult | null
  readonly removed: RemovalResult | null
}

const NOTHING_PUSHED = { team: null, pushed: [], gone: [], aside: [] }
const NOTHING_PULLED: PullResult = { pulled: [], conflicts: [], failed: [] }
const NOTHING_REMOVED: RemovalResult = { removed: [], conflicts: [], failed: [] }

function resultOf(
  { local, request }: SyncRun,
  { drift, pushing, same, ...steps }: Outcomes,
): Omit<SyncResult, "root" | "url"> {
  const sent = steps.sent ?? NOTHING_PUSHED
  const pulled = steps.pulled ?? NOTHING_PULLED
  const removed = steps.removed ?? NOTHING_REMOVED
  const notRemoved = steps.removed === null && steps.pulled !== null ? drift.remove.map(blocked) : []
  return {
    team: drift.team ?? sent.team,
    projects: drift.projects,
    same,
    both: [],
    notes: notesOf(drift, request.push ? pushing : []),
    pushed: sent.pushed,
    gone: sent.gone,
    pulled: pulled.pulled.toSorted(),
    removed: removed.removed,
    left: leftOf({ local, drift }, request, notRemoved),
    conflicts: conflictsOf(drift, {
      pushes: request.push,
      aside: sent.aside,
      brought: [...pulled.conflicts, ...removed.conflicts],
    }),
    failed: [
      ...local.unread,
      ...sent.aside.filter(({ path }) => !isContested(drift, path)),
      ...pulled.failed,
      ...removed.failed,
    ],
  }
}

/** True if the file changed on both sides. */
const isContested = (drift: Drift, path: string): boolean =>
  drift.conflicts.some((one) => one.path === path) ||
  drift.push.some((one) => one.path === path && one.why === "both")

function conflictsOf(
  drift: Drift,
  {
    pushes,
    aside,
    brought,
  }: { pushes: boolean; aside: readonly FileReport[]; brought: readonly FileReport[] },
): SyncResult["conflicts"] {
  const reasons = new Map(aside.map((one) => [one.path, one.reason]))
  const both = drift.push.filter((one) => one.why === "both")
  return [
    ...drift.conflicts.map(({ path, conflict, reason }) => ({
      path,
      conflict,
      reason: reasons.get(path) ?? reason,
    })),
    ...both.map(({ path }) => ({
      path,
      conflict: null,
      reason:
        reasons.get(path) ??
        (pushes
          ? `${path} changed here and in Quarterdeck: sync again`
          : `${path} changed here and in Quarterdeck: run push to merge`),
    })),
    ...brought.map((one) => ({ ...one, conflict: null })),
  ]
}

/** Returns the expected result of a sync, without syncing. */
export function predictSync(
  { local, drift, meetings, url }: FolderComparison,
  { push, pull }: { push: boolean; pull: boolean },
): SyncResult {
  return {
    root: local.root,
    url,
    notes: notesOf(drift, push ? drift.push : []),
    team: drift.team,
    projects: drift.projects,
    same: drift.same,
    left: leftOf({ local, drift }, { push, pull }),
    failed: local.unread,
    removed: pull ? drift.remove.map((one) => one.path) : [],
    pushed: push ? drift.push.filter((one) => one.why !== "both").map((one) => one.path) : [],
    both: push
      ? drift.push
          .filter((one) => one.why === "both")
          .map(({ path }) => ({ path, meeting: meetings.get(path) ?? null }))
      : [],
    gone: push ? drift.gone : [],
    pulled: pull ? drift.pull.map((one) => one.path) : [],
    conflicts: [
      ...drift.conflicts,
      ...(push
        ? []
        : drift.push
            .filter((one) => one.why === "both")
            .map(({ path }) => ({
              path,
              conflict: null,
              reason: `${path} changed here and in Quarterdeck: run push to merge`,
            }))),
    ],
  }
}

/** Returns the files that differ and stay unchanged on both sides, each with the reason. */
function leftOf(
  { local, drift }: Pick<FolderComparison, "local" | "drift">,
  { push: pushes, pull: pulls }: Pick<SyncRequest, "push" | "pull">,
  notRemoved: readonly FileReport[] = [],
): readonly FileReport[] {
  return [
    ...drift.left,
    ...local.skipped,
    ...(pulls ? [] : drift.remove.map(stays)),
    ...notRemoved,
    ...(pushes ? [] : drift.push.flatMap(noted)),
  ]
}

const blocked = ({ path }: { readonly path: string }): FileReport => ({
  path,
  reason: `${path} was moved by a migration in Quarterdeck but not removed here, because another file could not be written. Sync again`,
})
const stays = ({ path }: { readonly path: string }): FileReport => ({
  path,
  reason: "moved by a migration in Quarterdeck. To remove it here, run quarterdeck pull",
})
const noted = ({ path, note }: Drift["push"][number]): FileReport[] =>
  note === undefined ? [] : [{ path, reason: note }]

function notesOf({ named }: Drift, pushing: Drift["push"]): string[] {
  const notes = pushing.flatMap(({ note }) => note ?? [])
  return named === null
    ? notes
    : [...notes, `Using the project ${named}, as named in the Kaizen files. Choose another with --project`]
}

async function enter(directory: string): Promise<string> {
  return realpath(directory).catch((cause: NodeJS.ErrnoException) => {
    throw wrongArguments(
      cause.code === "ENOENT"
        ? `${directory} does not exist: enter the folder with the memory files, or create it`
        : `${directory} cannot be read: ${cause.message}`,
    )
  })
}
