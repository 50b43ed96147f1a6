import { systemActor } from "@/lib/auth/mint"
import { database } from "@/lib/db/infra/client"
import type { HeartbeatRun } from "@/lib/db/jobs/runs"
import { doWhatIsDue } from "@/lib/operations/jobs/due"
import type { Figures, Job } from "@/lib/operations/jobs/job"

/** A job of every hour that does what a test says. */
export function givenJob(name: string, run: () => Promise<Figures>, everySeconds = 3_600): Job {
  return { name, label: name, about: "", schedule: { everySeconds }, run }
}

/** One process looks what is due. It waits for nothing after a failure, and takes nobody for dead, unless said. */
export function beatJobs(
  jobs: readonly Job[],
  { holder = "a", now = new Date(), silentMs = 60_000, againAfterMs = 0 } = {},
): Promise<HeartbeatRun[]> {
  return doWhatIsDue({ actor: systemActor(), jobs, holder, now: () => now, silentMs, againAfterMs })
}

/** The process of what runs says nothing any more, for so long that it must be dead. */
export async function dies(job: string): Promise<void> {
  await database().heartbeatRun.updateMany({
    where: { job, state: "running" },
    data: { beatAt: new Date(Date.now() - 120_000) },
  })
}

export const runsOf = (job: string) =>
  database().heartbeatRun.findMany({ where: { job }, orderBy: { scheduledFor: "asc" } })
