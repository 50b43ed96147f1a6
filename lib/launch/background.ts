import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { systemActor } from "@/lib/auth/create-actor"
import { chosenEmbedder } from "@/lib/embedding/configured-embedder"
import { LOCAL_MODEL } from "@/lib/embedding/embedder"
import { clearSpool } from "@/lib/files/archive/encrypted-upload"
import { startWorker } from "@/lib/jobs/worker"
import { checkingAlerts } from "@/lib/operations/alerts/evaluate"
import { runningCoach } from "@/lib/operations/coach/runs/run"
import { findConflicts, findingConflicts } from "@/lib/operations/conflicts/find/find"
import { resumingImports, expireImports } from "@/lib/operations/import/background"
import { scheduledJobs } from "@/lib/operations/jobs/background"
import { sendingNotifications } from "@/lib/operations/notifications/send-alerts"
import { type IndexedFile, indexingMemory } from "@/lib/operations/search-index/index-team"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { tokenCounter } from "@/lib/operations/context/token-counter"
import type { LaunchOptions } from "./launch"

/** Scheduled jobs start this long after the pages, so that the first pages are served quickly. */
const FIRST_PAGES_MS = 15_000

export interface BackgroundWorkStarted {
  /** Adds the work that starts after the samples are imported and the pages are ready. */
  addRest(): void
  /** Stops everything. Interrupted work continues in another process or at the next start. */
  stop(): Promise<void>
}

/**
 * Starts the worker of this process with the work that need not wait for the pages. Deletes leftover uploads
 * and cancels abandoned imports.
 */
export function startBackgroundWork(): BackgroundWorkStarted {
  const actor = systemActor()
  void clearSpool()
  expireImports(actor, new Date(), null).catch((cause: unknown) =>
    console.error("Could not cancel abandoned imports:", cause),
  )
  const { embedder, problem } = chosenEmbedder()
  if (problem !== null) console.error(`Semantic search is off: ${problem}`)
  // Comparisons know the embeddings of the local model only.
  const compareEmbedded = async (teamId: string, embedded: readonly IndexedFile[]) => {
    if (embedder?.id === LOCAL_MODEL)
      await findConflicts(actor, visibilityOf(actor, teamId), { because: "sweep", embedded })
  }
  const worker = startWorker([
    resumingImports(actor),
    { ...findingConflicts(actor), graceMs: 0 }, // The next start finds what was interrupted.
    ...(embedder === null ? [] : [indexingMemory(embedder, { whenIndexed: compareEmbedded })]),
  ])
  let timer: NodeJS.Timeout | undefined
  return {
    addRest() {
      for (const work of [sendingNotifications(actor), checkingAlerts(actor), runningCoach(actor)])
        worker.add(work)
      if (process.env.QUARTERDECK_HEARTBEAT !== "off")
        timer = setTimeout(() => worker.add(scheduledJobs(actor)), FIRST_PAGES_MS)
    },
    async stop() {
      clearTimeout(timer)
      await worker.stop()
      await embedder?.close()
    },
  }
}

/** Delay after the start, so that the other work of a start begins first. */
const AFTER_MS = 500

/**
 * Preloads what would make the first session slower than the timeout of its hook: the tokenizer, and the route that harnesses call. Runs in
 * the background after the server is ready. Returns a function that stops it.
 */
export function warmUp(options: Pick<LaunchOptions, "home" | "host" | "port">): () => void {
  const end = new AbortController()
  void load(options, end.signal).catch((cause: unknown) => {
    if (!end.signal.aborted)
      console.error(
        "Could not preload data for the first session, so that session will start more slowly:",
        cause,
      )
  })
  return () => end.abort()
}

async function load(
  { home, host, port }: Pick<LaunchOptions, "home" | "host" | "port">,
  signal: AbortSignal,
): Promise<void> {
  await pause(AFTER_MS, undefined, { signal, ref: false })
  const count = await tokenCounter()
  count("What is counted first takes longer than all that follows")
  const token = (await readFile(join(home, "owner.token"), "utf8")).trim()
  const response = await fetch(`http://${localHost(host)}:${port}/api/v1/receipts?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
    signal,
  })
  await response.arrayBuffer()
}

const EVERYWHERE = ["", "0.0.0.0", "::"]

/** Returns the host of the server for requests from this machine. */
function localHost(host: string): string {
  if (EVERYWHERE.includes(host)) return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}
