import { realpath, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Drift } from "@/lib/operations/sync/sync-outputs"
import type { Screen } from "../infra/command"
import { wrongArguments } from "../infra/refusal"
import type { Server } from "../infra/server"
import { driftOf, say, type Wanted } from "./drift"
import { type Meeting, meetingsOf } from "./predict"
import { type Known, KnownHashes } from "./known-hashes"
import { type Local, lookThrough } from "./local"
import { pullAll, type PullStep } from "./pull"
import { pushAll, type PushStep } from "./push"
import { removeAll } from "./remove"
import { alone, stateFolder } from "./state"
import { steadfast } from "./retry"

export type SyncStep = "compared" | "said" | PushStep | PullStep

export interface Asked extends Wanted {
  readonly directory: string
  readonly push: boolean
  readonly pull: boolean
  readonly server: Server
  readonly screen: Screen
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Hears of each step once it is done. */
  readonly onStep?: (step: SyncStep) => void
  /** Hears of what is done as soon as it is: the sync may still be cut off. */
  readonly onDone?: (what: "pushed" | "pulled" | "removed" | "gone", paths: readonly string[]) => void
  /** What was pushed before in vain, as path, text here and text there: it is not pushed again until one of them changes. */
  readonly inVain?: Set<string>
}

export interface Reported {
  readonly path: string
  readonly reason: string
}

/** What a sync did, or would do. */
export interface Synced {
  readonly root: string
  /** The server's address. */
  readonly url: string
  readonly team: string | null
  readonly projects: readonly string[]
  readonly pushed: readonly string[]
  readonly pulled: readonly string[]
  /** What went from the folder, as a migration took it away in Quarterdeck. */
  readonly removed: readonly string[]
  /** `conflict`: the id of what waits in the inbox; null where the next sync sees to it. */
  readonly conflicts: readonly (Reported & { readonly conflict: string | null })[]
  readonly gone: readonly string[]
  /** What differs and stays as it is on both sides. */
  readonly left: readonly Reported[]
  /** What was not taken by the store, or could not be written here. */
  readonly failed: readonly Reported[]
  readonly same: number
  /** What both sides changed, before a push has shown whether it can be merged: path by path what it would come to. */
  readonly both: readonly { readonly path: string; readonly meeting: Meeting }[]
  /** Something that whoever asked should know of how it was understood. */
  readonly notes: readonly string[]
}

/** A folder as it is, and how it differs from Quarterdeck. */
export interface Looked {
  readonly local: Local
  readonly drift: Drift
  readonly url: string
  /** By path, of what changed on both sides. */
  readonly meetings: ReadonlyMap<string, Meeting>
}

/** What a folder and Quarterdeck say differently, looked at without writing anything anywhere. */
export async function lookAt({
  directory,
  server,
  screen,
  team,
  project,
  takenAs,
  env,
}: Omit<Asked, "push" | "pull">): Promise<Looked> {
  const root = await enter(directory)
  const known = new KnownHashes(stateFolder(root, env))
  const { local, drift } = await compareFolder(root, known, { server, screen, team, project, takenAs, env })
  const meetings = await meetingsOf(server, { local, drift })
  screen.progress(null)
  return { local, drift, meetings, url: server.url }
}

interface Comparing extends Pick<Asked, "server" | "screen" | "team" | "project" | "takenAs" | "env"> {
  readonly keep?: (files: ReadonlyMap<string, Known>) => void
}

/** Looks through a folder and compares it with the server: again where people have said otherwise there what its files are. */
async function compareFolder(
  root: string,
  known: KnownHashes,
  { server, screen, env, keep = () => undefined, ...wanted }: Comparing,
): Promise<{ local: Local; drift: Drift }> {
  const look = async () => {
    const takenAs = known.takenAs.get(server.url) ?? []
    const local = await lookThrough(root, { known, takenAs, screen, env, keep })
    screen.progress(`Comparing ${local.files.length.toLocaleString("en")} files with ${server.url}`)
    const drift = await driftOf(server, local, wanted)
    known.takenAs.set(server.url, drift.takenAs)
    return { local, drift, isSettled: JSON.stringify(takenAs) === JSON.stringify(drift.takenAs) }
  }
  const first = await look()
  return first.isSettled ? first : look()
}

/** Keeps a folder and Quarterdeck in step. Killed at any step, the next sync goes on from there. */
export async function syncFolder(asked: Asked): Promise<Synced> {
  const root = await enter(asked.directory)
  const folder = stateFolder(root, asked.env)
  return alone(root, folder, asked.screen, () => syncAlone(root, folder, asked))
}

async function syncAlone(
  root: string,
  folder: string,
  { screen, onStep = () => undefined, onDone = () => undefined, ...asked }: Asked,
): Promise<Synced> {
  const server = steadfast(asked.server)
  const [known, begun] = [new KnownHashes(folder), new Date()]
  let seen: ReadonlyMap<string, Known> = new Map()
  const compared = await compareFolder(root, known, {
    ...asked,
    server,
    screen,
    keep: (files) => (seen = files),
  })
  const { local } = compared
  let { drift } = compared
  onStep("compared")
  const { same, push: pushing } = drift
  const [only] = drift.projects
  const wanted = {
    team: asked.team,
    project: asked.project ?? (drift.projects.length === 1 ? only : undefined),
    takenAs: asked.takenAs,
  }
  const hashes = new Map(local.files.map((file) => [file.path, file.sha256]))
  const attempt = ({ path, head }: Drift["push"][number]) => `${path}\0${hashes.get(path)}\0${head}`
  const waiting = drift.push.filter((one) => asked.inVain?.has(attempt(one)))
  const redefined =
    known.definitions.get(server.url) !== local.definitions &&
    local.besides.some((one) => one.sha256 !== undefined)
  const hasRules = asked.takenAs !== undefined // a push makes the server remember them
  let sent: Awaited<ReturnType<typeof pushAll>> | null = null
  await sayAll(drift)
  if (asked.push && (drift.push.length > waiting.length || drift.gone.length > 0 || redefined || hasRules)) {
    const tried = drift.push.map((one) => ({ path: one.path, attempt: attempt(one) }))
    sent = await pushAll(server, local, wanted, { screen, onStep })
    onDone("pushed", sent.pushed)
    onDone("gone", sent.gone)
    known.definitions.set(server.url, local.definitions)
    drift = await driftOf(server, local, wanted)
    await sayAll(drift)
    const aside = new Set(sent.aside.map((one) => one.path))
    for (const one of tried) if (aside.has(one.path)) asked.inVain?.add(one.attempt)
  }
  // Halves that a pull left which was cut off: one that cannot be removed is in nobody's way, and is tried again by the next sync.
  for (const path of local.begun) await rm(join(root, path), { force: true }).catch(() => undefined)
  const brought =
    asked.pull && drift.team !== null
      ? await pullAll(
          server,
          local,
          { team: drift.team, project: wanted.project, pull: drift.pull },
          { screen, onStep, onPulled: (path) => onDone("pulled", [path]) },
        )
      : null
  // What took its place comes first: a folder that could not take that keeps what it has.
  const arrived = brought !== null && brought.failed.length + brought.conflicts.length === 0
  const taken =
    arrived && drift.team !== null
      ? await removeAll(
          server,
          local,
          { team: drift.team, project: wanted.project, remove: drift.remove, released: drift.released },
          { onStep, onRemoved: (path) => onDone("removed", [path]) },
        )
      : null
  const kept =
    taken === null && brought !== null
      ? drift.remove.map(({ path }) => ({
          path,
          reason: `${path} was not removed, although a migration moved it in Quarterdeck: another file could not be written. Sync again`,
        }))
      : []
  await known.keep(seen, begun)
  screen.progress(null)
  return {
    root,
    url: server.url,
    team: drift.team ?? sent?.team ?? null,
    projects: drift.projects,
    same,
    both: [],
    notes: notesOf(drift, asked.push ? pushing : []),
    pushed: sent?.pushed ?? [],
    gone: sent?.gone ?? [],
    pulled: (brought?.pulled ?? []).toSorted(),
    removed: taken?.removed ?? [],
    left: [
      ...drift.left,
      ...local.skipped,
      ...(asked.pull ? [] : drift.remove.map(stays)),
      ...kept,
      ...(asked.push ? [] : drift.push.flatMap(noted)),
    ],
    conflicts: conflictsOf(drift, {
      pushes: asked.push,
      aside: sent?.aside ?? [],
      brought: [...(brought?.conflicts ?? []), ...(taken?.conflicts ?? [])],
    }),
    failed: [
      ...local.unread,
      ...(sent?.aside ?? []).filter(({ path }) => !isContested(drift, path)),
      ...(brought?.failed ?? []),
      ...(taken?.failed ?? []),
    ],
  }

  async function sayAll({ team, take }: Drift): Promise<void> {
    if (team === null || take.length === 0) return
    await say(server, { source: local.source, team, project: wanted.project }, take)
    onStep("said")
  }
}

/** Both sides have it, each in words of its own. */
const isContested = (drift: Drift, path: string): boolean =>
  drift.conflicts.some((one) => one.path === path) ||
  drift.push.some((one) => one.path === path && one.why === "both")

function conflictsOf(
  drift: Drift,
  { pushes, aside, brought }: { pushes: boolean; aside: readonly Reported[]; brought: readonly Reported[] },
): Synced["conflicts"] {
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

/** What a sync would do, from what both sides say now. */
export function foretold(
  { local, drift, meetings, url }: Looked,
  { push, pull }: { push: boolean; pull: boolean },
): Synced {
  return {
    root: local.root,
    url,
    notes: notesOf(drift, push ? drift.push : []),
    team: drift.team,
    projects: drift.projects,
    same: drift.same,
    left: [
      ...drift.left,
      ...local.skipped,
      ...(pull ? [] : drift.remove.map(stays)),
      ...(push ? [] : drift.push.flatMap(noted)),
    ],
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

const stays = ({ path }: { readonly path: string }): Reported => ({
  path,
  reason: "moved by a migration in Quarterdeck: a pull removes it here",
})
const noted = ({ path, note }: Drift["push"][number]): Reported[] =>
  note === undefined ? [] : [{ path, reason: note }]

function notesOf({ named }: Drift, pushing: Drift["push"]): string[] {
  const notes = pushing.flatMap(({ note }) => note ?? [])
  return named === null
    ? notes
    : [...notes, `using project ${named}, named by the Kaizen files. Choose another with --project`]
}

async function enter(directory: string): Promise<string> {
  return realpath(directory).catch((cause: NodeJS.ErrnoException) => {
    throw wrongArguments(
      cause.code === "ENOENT"
        ? `${directory} does not exist: give the folder with the memory files, or create it`
        : `${directory} cannot be read: ${cause.message}`,
    )
  })
}
