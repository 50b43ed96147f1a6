import { failureMessage } from "@/lib/db/infra/write-failures"
import { hostname } from "node:os"
import { type HeartbeatRun, settleRun } from "@/lib/db/jobs/job-runs"
import { newId } from "@/lib/db/infra/identifiers"
import { outsideRequest } from "@/lib/db/infra/keyed-request"
import type { Actor } from "@/lib/memory/teams/actor"
import { withoutSecrets } from "../infra/guarded-input"
import type { Figures, Job } from "./job"

/** Name of this process in stored runs. */
export const PROCESS_NAME = `${hostname()}/${process.pid}/${newId().slice(-4)}`

interface Work {
  readonly actor: Actor
  readonly job: Job
  readonly now: Date
  readonly teams: readonly string[] | null
}

/**
 * Does the work of a run and returns the stored result, which can be a failure. Returns null if another
 * process took over. Throws if the database is unreachable. The run is then resumed when the lease of the job
 * expires.
 */
export async function executeJob(
  run: HeartbeatRun,
  { actor, job, now, teams }: Work,
): Promise<HeartbeatRun | null> {
  return settleRun(run, await outcomeOf(job, () => outsideRequest(() => job.run(actor, now, teams))))
}

async function outcomeOf(
  job: Job,
  work: () => Promise<Figures>,
): Promise<{ figures: Figures } | { error: string }> {
  try {
    return { figures: await work() }
  } catch (cause) {
    console.error(`heartbeat: ${job.name} failed:`, cause)
    return { error: withoutSecrets(failureMessage(cause)) }
  }
}
