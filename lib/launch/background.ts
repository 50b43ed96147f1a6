import { systemActor } from "@/lib/auth/create-actor"
import { chosenEmbedder } from "@/lib/embedding/configured-embedder"
import { clearSpool } from "@/lib/files/archive/encrypted-upload"
import { startWorker } from "@/lib/jobs/worker"
import { checkingAlerts } from "@/lib/operations/alerts/background"
import { runningCoach } from "@/lib/operations/coach/runs/background"
import { findingConflicts } from "@/lib/operations/conflicts/find/background"
import { resumingImports } from "@/lib/operations/import/background"
import { expireImports } from "@/lib/operations/import/expire"
import { scheduledJobs } from "@/lib/operations/jobs/background"
import { sendingNotifications } from "@/lib/operations/notifications/background"
import { indexingMemory } from "@/lib/operations/search-index/background"

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
  const worker = startWorker([
    resumingImports(actor),
    { ...findingConflicts(actor), graceMs: 0 }, // The next start finds what was interrupted.
    ...(embedder === null ? [] : [indexingMemory(embedder)]),
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
