import { dueJobs } from "@/lib/db/jobs/job-runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { lastDue } from "@/lib/memory/jobs/schedule"
import type { BackgroundWork } from "../infra/background-work"
import { PROCESS_NAME } from "./carry-out"
import type { Job } from "./job"
import { JOBS } from "./job-definitions"
import { runDueJob } from "./run-due-jobs"

interface Scheduling {
  readonly jobs?: readonly Job[]
  readonly lookMs?: number
  readonly leaseMs?: number
  readonly againAfterMs?: number
}

/**
 * Returns the background work that runs scheduled jobs. All processes on this database share it. A run that
 * was missed while no process was running happens once, at the next start.
 */
export function scheduledJobs(
  actor: Actor,
  { jobs = JOBS, lookMs = 5_000, ...limits }: Scheduling = {},
): BackgroundWork {
  const latest = () =>
    jobs.map(({ name, schedule }) => ({ job: name, scheduledFor: lastDue(schedule, new Date()) }))
  return {
    name: "Running scheduled jobs",
    pauseMs: 0,
    lookMs,
    atOnce: 5, // A long job does not block others, and connections are left for requests.
    due: () => dueJobs(latest(), limits.againAfterMs),
    after: () => [],
    async run(name, signal) {
      const job = jobs.find((one) => one.name === name)
      if (job) await runDueJob(job, { ...limits, actor, holder: PROCESS_NAME, now: () => new Date(), signal })
    },
  }
}
