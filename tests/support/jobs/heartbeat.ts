import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../data/writable"
import type { HeartbeatRun } from "@/lib/db/jobs/runs"
import { runDueJobs } from "@/lib/operations/jobs/run-due-jobs"
import type { Figures, Job } from "@/lib/operations/jobs/job"

/** An hourly job that runs `run`. */
export function givenJob(name: string, run: () => Promise<Figures>, everySeconds = 3_600): Job {
  return { name, label: name, about: "", schedule: { everySeconds }, run }
}

/**
 * Runs the due jobs in one process. By default without a delay after failures and without taking over jobs of
 * dead processes.
 */
export function beatJobs(
  jobs: readonly Job[],
  { holder = "a", now = new Date(), silentMs = 60_000, againAfterMs = 0 } = {},
): Promise<HeartbeatRun[]> {
  return runDueJobs({ actor: systemActor(), jobs, holder, now: () => now, silentMs, againAfterMs })
}

/** Sets a job's last sign of life so far back that its process counts as dead. */
export async function markProcessDead(job: string): Promise<void> {
  await database().heartbeatRun.updateMany({
    where: { job, state: "running" },
    data: { beatAt: new Date(Date.now() - 120_000) },
  })
}

export const runsOf = (job: string) =>
  database().heartbeatRun.findMany({ where: { job }, orderBy: { scheduledFor: "asc" } })
