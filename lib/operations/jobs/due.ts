import {
  claimHeartbeatRun,
  type HeartbeatRun,
  type DeadRunLimits,
  retryRun,
  takeUpDeadRun,
} from "@/lib/db/jobs/runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { lastDue } from "@/lib/memory/jobs/schedule"
import { carryOut } from "./carry-out"
import type { Job } from "./job"

/** So many jobs go on at a time in one process: one that takes long holds up no other, and connections are left for all else. */
const AT_A_TIME = 3

interface Due extends DeadRunLimits {
  readonly actor: Actor
  readonly jobs: readonly Job[]
  readonly holder: string
  readonly now: () => Date
  readonly beatMs?: number
  /** True: begin nothing more. */
  readonly stopped?: () => boolean
}

/**
 * Does what is due, and what a process left behind that died: any number of processes may look at the same time, and each run is one's. Of what was
 * missed while nobody looked, each job is done once. Returns the runs that this process did, when they are over.
 */
export async function doWhatIsDue(due: Due): Promise<HeartbeatRun[]> {
  const waiting = [...due.jobs]
  const runs: HeartbeatRun[] = []
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      for (let run = await begin(job, due); run !== null; run = await begin(job, due)) {
        const over = await carryOut(run, { ...due, job, now: due.now(), teams: null })
        if (over !== null) runs.push(over)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  return runs
}

/** Null: there is nothing to do, or another process does it. */
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
