import {
  claimHeartbeatRun,
  type HeartbeatRun,
  type DeadRunLimits,
  retryRun,
  takeUpDeadRun,
} from "@/lib/db/jobs/runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { lastDue } from "@/lib/memory/jobs/schedule"
import { executeJob } from "./carry-out"
import type { Job } from "./job"

/**
 * Jobs that run at the same time in one process. A long job does not block others, and connections are left
 * for requests.
 */
const AT_A_TIME = 3

interface Due extends DeadRunLimits {
  readonly actor: Actor
  readonly jobs: readonly Job[]
  readonly holder: string
  readonly now: () => Date
  readonly beatMs?: number
  /** True: starts no more jobs. */
  readonly stopped?: () => boolean
}

/**
 * Runs due jobs, and jobs whose process ended. Several processes can call this at the same time: each run is
 * claimed by one. A job that was missed several times runs once. Returns the runs of this process when they
 * have ended.
 */
export async function runDueJobs(due: Due): Promise<HeartbeatRun[]> {
  const waiting = [...due.jobs]
  const runs: HeartbeatRun[] = []
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      for (let run = await begin(job, due); run !== null; run = await begin(job, due)) {
        const over = await executeJob(run, { ...due, job, now: due.now(), teams: null })
        if (over !== null) runs.push(over)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  return runs
}

/** Returns null if nothing is due, or if another process claimed it. */
async function begin(
  job: Job,
  { holder, now, stopped = () => false, ...patience }: Due,
): Promise<HeartbeatRun | null> {
  if (stopped()) return null
  const dead = await takeUpDeadRun(job.name, holder, patience)
  if (dead !== null || stopped()) return dead
  const asked = { job: job.name, scheduledFor: lastDue(job.schedule, now()), holder }
  return (await claimHeartbeatRun(asked)) ?? retryRun(asked, patience)
}
