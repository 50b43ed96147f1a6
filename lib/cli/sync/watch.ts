import { formatCount } from "@/lib/memory/text/sentence"
import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { isOutOfReach } from "../infra/http-client"
import type { Answer } from "../infra/command"
import { CommandError } from "../infra/exit-codes"
import { visible } from "../infra/terminal"
import { type SyncRequest, type SyncResult, syncFolder } from "./sync-folder"
import { syncJson, oneOfMany, summaryOf } from "./sync-text"

/** Milliseconds without changes before a sync, because changes often come in groups. */
const QUIET_MS = 300
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

const SIGNALS = ["SIGINT", "SIGTERM"] as const

/**
 * Syncs a folder until interrupted: after changes in the folder, and every `everyMs` milliseconds for changes
 * in Quarterdeck. Retries after temporary failures. Returns the totals of all syncs.
 */
export async function watch(asked: SyncRequest, { everyMs }: { everyMs: number }): Promise<Answer> {
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const signal of SIGNALS) process.once(signal, end)
  const bell = new Bell()
  const watcher = await watchFolder(asked.directory, () => bell.ring())
  const [done, inVain] = [new Totals(), new Set<string>()]
  let { takenAs } = asked
  try {
    for (let [retry, last] = [FIRST_RETRY_MS, ""]; !ending.signal.aborted;) {
      const problem = await syncOnce(
        { ...asked, takenAs, inVain, onDone: (what, paths) => done.note(what, paths) },
        done,
      )
      if (problem === null) takenAs = undefined // The server has stored the rules.
      if (problem !== null && problem !== last) asked.screen.say(`${problem.replace(/\.$/, "")}. Retrying`)
      asked.screen.progress(
        problem === null
          ? `Watching ${asked.directory}`
          : `Retrying in ${formatCount(retry / 1000, "second")}`,
      )
      last = problem ?? ""
      await bell.wait(problem === null ? everyMs : retry, ending.signal)
      retry = problem === null ? FIRST_RETRY_MS : Math.min(retry * 2, LONGEST_RETRY_MS)
    }
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end)
    await watcher.close()
    asked.screen.progress(null)
  }
  return done.answer()
}

/**
 * Runs a sync. Returns null on success, or a message if it failed and the next sync may succeed. Throws other
 * errors.
 */
async function syncOnce(asked: SyncRequest, done: Totals): Promise<string | null> {
  try {
    const synced = await syncFolder(asked)
    if (done.add(synced)) asked.screen.say(oneOfMany(synced, new Date()))
    for (const one of done.news([...synced.conflicts, ...synced.failed]))
      asked.screen.say(visible(one.reason))
    return null
  } catch (cause) {
    if (isOutOfReach(cause) || (cause instanceof CommandError && MAY_PASS.has(cause.reason)))
      return (cause as CommandError).message
    throw cause
  }
}

/** Reasons of temporary refusals, such as a sync in progress or a rate limit. */
const MAY_PASS: ReadonlySet<string> = new Set([
  "conflict",
  "cancelled",
  "failed",
  "stale",
  "too-many",
  "unavailable",
])

/** Signals changes. */
class Bell {
  #rung = false
  #heard: (() => void) | null = null

  ring(): void {
    this.#rung = true
    this.#heard?.()
  }

  /**
   * Waits until a change is followed by `QUIET_MS` without changes, until `ms` milliseconds are over without
   * a change, or until the signal aborts.
   */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      const waiting = new AbortController()
      const heard = new Promise<void>((resolve) => (this.#heard = resolve))
      // The pause is aborted when it is no longer needed.
      const over = pause(ms, null, { signal: AbortSignal.any([waiting.signal, signal]) }).catch(() => null)
      await Promise.race([heard, over])
      waiting.abort()
      this.#heard = null
    }
    while (this.#rung && !signal.aborted) {
      this.#rung = false
      await pause(QUIET_MS, null, { signal }).catch(() => null)
    }
  }
}

interface Watcher {
  close(): Promise<void>
}

/** Paths that are not watched: folders of tools, and temporary files. */
const NOT_WATCHED =
  /(?:^|[\\/])(?:\.git|node_modules|\.next|\.venv|__pycache__|\.quarterdeck|\.quarterdeck-[0-9a-f]{16})(?:$|[\\/])/

async function watchFolder(directory: string, changed: () => void): Promise<Watcher> {
  const { watch: begin } = await import("chokidar")
  const watcher = begin(directory, {
    ignored: (path) => NOT_WATCHED.test(path.slice(directory.length)),
    ignoreInitial: true,
    followSymlinks: false,
  })
  watcher.on("all", changed)
  watcher.on("error", () => undefined) // A folder that cannot be watched is still synced at intervals.
  await once(watcher, "ready")
  return watcher
}

/** Totals of all syncs of a watch. */
class Totals {
  readonly #paths = {
    pushed: new Set<string>(),
    pulled: new Set<string>(),
    removed: new Set<string>(),
    gone: new Set<string>(),
  }
  #last: SyncResult | null = null
  #said = new Set<string>()
  #syncs = 0

  note(what: "pushed" | "pulled" | "removed" | "gone", paths: readonly string[]): void {
    for (const path of paths) this.#paths[what].add(path)
  }

  /** Adds a sync. Returns true if it changed a file or is the first one. */
  add(synced: SyncResult): boolean {
    this.#syncs += 1
    const first = this.#last === null
    this.#last = synced
    return (
      first || synced.pushed.length + synced.pulled.length + synced.removed.length + synced.gone.length > 0
    )
  }

  /** Returns the reports whose reasons were not among those of the previous call. */
  news<One extends { readonly path: string; readonly reason: string }>(all: readonly One[]): One[] {
    const before = this.#said
    this.#said = new Set(all.map((one) => one.reason))
    return all.filter((one) => !before.has(one.reason))
  }

  answer(): Answer {
    const [pushed, pulled, removed, gone] = [
      [...this.#paths.pushed],
      [...this.#paths.pulled],
      [...this.#paths.removed],
      [...this.#paths.gone],
    ]
    if (this.#last === null)
      return { json: { pushed, pulled, removed, conflicts: [], same: 0, syncs: this.#syncs }, text: "" }
    return {
      json: { ...syncJson({ ...this.#last, pushed, pulled, removed, gone }), syncs: this.#syncs },
      text: summaryOf({ ...this.#last, pushed, pulled, removed, gone }),
    }
  }
}
