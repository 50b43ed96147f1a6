import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../data/writable"
import { type HeartbeatRun, jobLeaseKey } from "@/lib/db/job-runs"
import { runDueJob } from "@/lib/operations/jobs/background"
import type { Figures, Job } from "@/lib/operations/jobs/jobs"
import { expireLeases } from "./leases"

/** An hourly job that runs `run`. */
export function givenJob(name: string, run: () => Promise<Figures>, everySeconds = 3_600): Job {
  return { name, label: name, about: "", schedule: { everySeconds }, run }
}

/** Runs the due jobs in one process. By default without a delay after failures. */
export async function beatJobs(
  jobs: readonly Job[],
  { holder = "a", now = new Date(), againAfterMs = 0 } = {},
): Promise<HeartbeatRun[]> {
  const due = { actor: systemActor(), holder, now: () => now, againAfterMs }
  return (await Promise.all(jobs.map((job) => runDueJob(job, due)))).flat()
}

/** Expires the lease of a job, as if its process had died. */
export const markProcessDead = (job: string) => expireLeases(jobLeaseKey(job))

export const runsOf = (job: string) =>
  database().heartbeatRun.findMany({ where: { job }, orderBy: { scheduledFor: "asc" } })
