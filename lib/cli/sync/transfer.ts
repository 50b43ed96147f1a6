import { formatCount } from "@/lib/memory/text/sentence"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { SERVER_USER } from "@/lib/files/readable-file"
import {
  FolderNames,
  findWriteTarget,
  ChangedMeanwhileError,
  replaceFile,
  type WriteStep,
  removeFile,
} from "@/lib/files/write-file"
import { mapConcurrently } from "@/lib/files/map-concurrently"
import { isOfTool } from "@/lib/files/walk"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { Drift } from "@/lib/operations/sync/sync-outputs"
import type { Screen } from "../infra/command"
import type { Server, Call } from "../infra/server"

import { followImport, listItems, withChangeTimes, sendFiles } from "../import/local-files"
import { refuse } from "../infra/exit-codes"
import { isOutOfReach } from "../infra/http-client"
import { acknowledgeFiles, textsOf, confirmRemovedFiles, type SyncTarget } from "./drift"
import type { LocalFolder } from "./scan-folder"
import { sha256Hex } from "@/lib/files/sha256"

export interface PullResult {
  readonly pulled: readonly string[]
  /** Files that changed in the folder meanwhile and were not replaced. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[]
  /** Files that could not be written. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[]
}

export type PullStep = WriteStep | "taken"

type Coming = Drift["pull"][number]
type Written =
  | { readonly kind: "written" }
  | { readonly kind: "conflict" | "failed"; readonly reason: string }

/**
 * Writes the pulled files, each one atomically. Replaces only files that still have the merge base's text.
 */
export async function pullAll(
  server: Server,
  local: LocalFolder,
  { team, project, pull }: { team: string; project: string | undefined; pull: Drift["pull"] },
  {
    screen,
    onStep,
    onPulled,
  }: { screen: Screen; onStep: (step: PullStep) => void; onPulled: (path: string) => void },
): Promise<PullResult> {
  const result = {
    pulled: [] as string[],
    conflicts: [] as { path: string; reason: string }[],
    failed: [] as { path: string; reason: string }[],
  }
  const clashing = new Set(
    [...groupBy(pull, (one) => one.path)].flatMap(([path, some]) => (some.length > 1 ? [path] : [])),
  )
  for (const path of clashing)
    result.failed.push({ path, reason: `${path} exists in several projects: choose one with --project` })
  const coming = new Map(
    pull.filter((one) => !clashing.has(one.path)).map((one) => [`${one.file} ${one.sha256}`, one]),
  )
  const names = new FolderNames()
  for await (const texts of textsOf(server, team, [...coming.values()])) {
    const taken = new Set<Coming>()
    await mapConcurrently(texts, WRITES_AT_ONCE, async ({ file, sha256, text }) => {
      const one = coming.get(`${file} ${sha256}`)
      if (!one) return
      const written = await writeOne(local.root, one, Buffer.from(text), { names, onStep })
      if (written.kind === "written") {
        result.pulled.push(one.path)
        onPulled(one.path)
        taken.add(one)
      } else
        result[written.kind === "conflict" ? "conflicts" : "failed"].push({
          path: one.path,
          reason: written.reason,
        })
      if (result.pulled.length % 50 === 0)
        screen.progress(
          `Writing ${result.pulled.length.toLocaleString("en")} of ${formatCount(coming.size, "file")}`,
        )
    })
    await acknowledgeFiles(
      server,
      { source: local.source, team, project },
      [...taken].map(({ file, path, sha256 }) => ({ file, path, sha256 })),
    )
    onStep("taken")
  }
  return result
}

/** Number of files written in parallel. Writes mostly wait for the disk. */
const WRITES_AT_ONCE = 8

async function writeOne(
  root: string,
  { path, sha256, replaces }: Coming,
  bytes: Buffer,
  { names, onStep }: { names: FolderNames; onStep: (step: PullStep) => void },
): Promise<Written> {
  if (sha256Hex(bytes) !== sha256)
    return { kind: "failed", reason: `${path} was corrupted during transfer: sync again` }
  if (isOfTool(path))
    return {
      kind: "failed",
      reason: `${path} was not written: it is in a folder that is never synced, such as .git or node_modules`,
    }
  const place = await findWriteTarget(root, path, names)
  if (place.kind === "problem") return { kind: "failed", reason: `${path} was not written: ${place.why}` }
  if (place.file !== join(root, ...path.split("/")))
    return {
      kind: "failed",
      reason: `${path} was not written: its path contains a symbolic link`,
    }
  const seen = place.kind === "file" ? sha256Hex(place.bytes) : null
  if (seen === sha256) return { kind: "written" }
  if (seen !== replaces) return changedHere(path)
  if (place.readOnly !== null)
    return {
      kind: "failed",
      reason: `${path} was not written: ${place.readOnly.replaceAll(SERVER_USER, "your user")}`,
    }
  try {
    await replaceFile({ file: place.file, bytes, expected: replaces, onStep })
    return { kind: "written" }
  } catch (cause) {
    if (cause instanceof ChangedMeanwhileError) return changedHere(path)
    const { code, message } = cause as NodeJS.ErrnoException
    return {
      kind: "failed",
      reason: `${path} was not written (${code ?? message}): free some space, or check the permissions`,
    }
  }
}

const changedHere = (path: string): Written => ({
  kind: "conflict",
  reason: `${path} changed in the meantime and was not replaced: sync again`,
})

export interface RemovalResult {
  readonly removed: readonly string[]
  /** Files that changed in the folder meanwhile and were not deleted. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[]
  readonly failed: readonly { readonly path: string; readonly reason: string }[]
}

type Going = Drift["remove"][number]

/**
 * Reports to the server that the folder no longer has the `remove` and `released` files, then deletes the
 * `remove` files. Files that differ from the merge base stay and are returned as `conflicts`. Files that
 * cannot be deleted are returned as `failed`.
 */
export async function removeAll(
  server: Server,
  local: LocalFolder,
  {
    team,
    project,
    remove,
    released,
  }: { team: string; project: string | undefined; remove: Drift["remove"]; released: Drift["released"] },
  { onStep, onRemoved }: { onStep: (step: WriteStep) => void; onRemoved: (path: string) => void },
): Promise<RemovalResult> {
  const result = {
    removed: [] as string[],
    conflicts: [] as { path: string; reason: string }[],
    failed: [] as { path: string; reason: string }[],
  }
  const names = new FolderNames()
  // The server is informed first. After an interruption, remaining files are found again. If the files were
  // deleted first, they would look as if a person had deleted them.
  await confirmRemovedFiles(
    server,
    { source: local.source, team, project },
    [...released, ...remove].map(({ file }) => file),
  )
  for (const one of remove) {
    const problem = await removeOne(local.root, one, names, onStep)
    if (problem !== null) {
      result[problem.kind].push({ path: one.path, reason: problem.reason })
      continue
    }
    result.removed.push(one.path)
    onRemoved(one.path)
  }
  return result
}

async function removeOne(
  root: string,
  { path, sha256 }: Going,
  names: FolderNames,
  onStep: (step: WriteStep) => void,
): Promise<{ kind: "conflicts" | "failed"; reason: string } | null> {
  const place = await findWriteTarget(root, path, names)
  if (place.kind === "problem") return { kind: "failed", reason: `${path} was not removed: ${place.why}` }
  if (place.kind !== "file") return null
  if (place.file !== join(root, ...path.split("/")))
    return {
      kind: "failed",
      reason: `${path} was not removed: its path contains a symbolic link`,
    }
  const changed = {
    kind: "conflicts" as const,
    reason: `${path} changed in the meantime and was not removed, although a migration moved it in Quarterdeck: sync again`,
  }
  if (sha256Hex(place.bytes) !== sha256) return changed
  try {
    await removeFile({ file: place.file, expected: sha256, onStep })
    return null
  } catch (cause) {
    if (cause instanceof ChangedMeanwhileError) return changed
    const { code, message } = cause as NodeJS.ErrnoException
    return {
      kind: "failed",
      reason: `${path} was not removed (${code ?? message}). A migration moved this file in Quarterdeck. Check the permissions, or remove the file yourself`,
    }
  }
}

export interface PushResult {
  /** The team's slug. */
  readonly team: string
  readonly pushed: readonly string[]
  readonly gone: readonly string[]
  /** Files that the server did not accept, with reasons. Includes file conflicts. */
  readonly aside: readonly { readonly path: string; readonly reason: string }[]
}

export type PushStep = "opened" | "sent" | "started" | "stored"

/** Pushes the folder as an import. Never replaces text that the folder did not have before. */
export async function pushAll(
  server: Server,
  local: LocalFolder,
  { team, project, takenAs }: SyncTarget,
  { screen, onStep }: { screen: Screen; onStep: (step: PushStep) => void },
): Promise<PushResult> {
  const memory = local.files.map(({ path, size, sha256, modifiedAt }) => ({ path, size, sha256, modifiedAt }))
  const files = [...(await withChangeTimes(local.root, memory)), ...local.besides]
  const opened = await server.call("import.open", {
    team,
    project,
    source: { kind: "client", name: local.source },
    complete: true,
    sync: true,
    takenAs,
    files,
    refused: local.refused,
  })
  onStep("opened")
  await sendFiles(
    server,
    opened,
    { root: local.root, source: local.source, files, refused: local.refused },
    screen,
  )
  onStep("sent")
  await server.call("import.start", { run: opened.run, team: opened.team })
  onStep("started")
  const ended = await followImport(server, opened, screen)
  if (ended.state !== "done")
    throw refuse(
      ended.state,
      ended.error ??
        `the push did not finish (${ended.state}). Files already stored are kept. Sync again to continue`,
    )
  onStep("stored")
  const items = async (status: "new" | "changed" | "gone" | "set-aside") =>
    ended.files[status === "set-aside" ? "setAside" : status] === 0 ? [] : listItems(server, opened, status)
  const [fresh, changed, gone, aside] = [
    await items("new"),
    await items("changed"),
    await items("gone"),
    await items("set-aside"),
  ]
  const unread = new Set(local.refused.map((one) => one.path))
  return {
    team: opened.team,
    pushed: [...fresh, ...changed].map((item) => item.path).toSorted(),
    gone: gone.map((item) => item.path),
    aside: aside
      .filter((item) => !unread.has(item.path))
      .map(({ path, reason }) => ({ path, reason: reason ?? "quarantined" })),
  }
}

/** Milliseconds of pause between attempts while the server restarts or is busy. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000]

/**
 * Returns a server that repeats a request if the server becomes unreachable during a sync. Starting a run is
 * not repeated, because that is not safe. Throws immediately if the server was never reachable.
 */
export function withRetries(server: Server, pauses: readonly number[] = PAUSES_MS): Server {
  let answered = false
  const call: Call = async (operation, input) => {
    for (const ms of operation === "import.start" ? [] : pauses) {
      try {
        const answer = await server.call(operation, input)
        answered = true
        return answer
      } catch (cause) {
        if (!answered || !isOutOfReach(cause)) throw cause
        await pause(ms)
      }
    }
    return server.call(operation, input)
  }
  return { ...server, call }
}
