import { systemActor } from "@/lib/auth/create-actor"
import { isDatabaseUnreachable } from "@/lib/db/infra/unavailable"
import { releaseRun, type DeadRunLimits } from "@/lib/db/jobs/runs"
import { PROCESS_NAME } from "@/lib/operations/jobs/carry-out"
import { runDueJobs } from "@/lib/operations/jobs/run-due-jobs"
import type { Job } from "@/lib/operations/jobs/job"
import { JOBS } from "@/lib/operations/jobs/jobs"
import { onEachMinute } from "./queue"

interface HeartbeatOptions extends DeadRunLimits {
  readonly jobs?: readonly Job[]
  readonly beatMs?: number
  /** Milliseconds between additional checks beside the queue's minute. None by default. */
  readonly lookMs?: number
}

/** Time that running jobs have to end on shutdown. Then another process continues them. */
const GRACE_MS = 1_000

/**
 * Runs scheduled jobs, shared by all processes on this database: one process is woken each minute, and each
 * run happens once. A run that was missed while no process was running happens once, now. Returns a function
 * that stops it.
 */
export function startHeartbeat({
  jobs = JOBS,
  lookMs,
  ...patience
}: HeartbeatOptions = {}): () => Promise<void> {
  let stopped = false
  const going = new Set<Promise<void>>()
  const look = () => {
    if (stopped) return
    const work = runDueJobs({
      ...patience,
      actor: systemActor(),
      jobs,
      holder: PROCESS_NAME,
      now: () => new Date(),
      stopped: () => stopped,
    }).then(
      () => undefined,
      (cause: unknown) =>
        void (stopped || isDatabaseUnreachable(cause) || console.error("heartbeat: due jobs failed:", cause)),
    )
    going.add(work)
    void work.finally(() => going.delete(work))
  }
  const stopListening = onEachMinute(look)
  look()
  const timer = lookMs === undefined ? null : setInterval(look, lookMs)
  return async () => {
    stopped = true
    if (timer) clearInterval(timer)
    await Promise.race([Promise.all(going), grace()])
    await Promise.race([
      Promise.all([stopListening(), going.size > 0 ? releaseRun(PROCESS_NAME).catch(() => undefined) : null]),
      grace(),
    ])
  }
}

const grace = () => new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref())
