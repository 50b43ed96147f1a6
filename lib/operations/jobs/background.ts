import { setTimeout as pause } from "node:timers/promises"
import { dueJobs, type HeartbeatRun, jobLeaseKey, retryRun, startRun, takeUpDeadRun } from "@/lib/db/job-runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { lastDue } from "@/lib/memory/jobs/schedule"
import { acquireLease, type Lease, releaseLease, withLease } from "@/lib/db/leases"
import type { BackgroundWork } from "../infra/background-work"
import { PROCESS_NAME, type Job, executeJob, JOBS } from "./jobs"

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

interface Due {
  readonly actor: Actor
  /** Name of this process in stored runs. */
  readonly holder: string
  readonly now: () => Date
  readonly leaseMs?: number | undefined
  /** Milliseconds before the second attempt of a failed run. */
  readonly againAfterMs?: number | undefined
  /** Signal that stops further runs when aborted. */
  readonly signal?: AbortSignal
}

/** Milliseconds that a running job has to end on shutdown. Another process then continues the job. */
const GRACE_MS = 1_000

/**
 * Runs a job if it is due, or if the process that ran it died. Returns the runs of this process when they
 * have ended. Several processes can call this at the same time. Only the holder of the job's lease runs it. A
 * job that was missed several times runs once.
 */
export async function runDueJob(job: Job, due: Due): Promise<HeartbeatRun[]> {
  const lease = await acquireLease(jobLeaseKey(job.name), due)
  if (lease === null) return []
  const runs: HeartbeatRun[] = []
  const over = new AbortController()
  const work = withLease(lease, async () => {
    for (let run = await begin(job, lease, due); run !== null; run = await begin(job, lease, due)) {
      const ended = await executeJob(run, { ...due, job, now: due.now(), teams: null })
      if (ended !== null) runs.push(ended)
    }
  }).finally(() => over.abort())
  await (due.signal ? Promise.race([work, releaseAfter(due.signal, lease, over.signal)]) : work)
  return runs
}

/** Starts, retries or takes over a run of the job. Returns null if nothing is due. */
async function begin(
  job: Job,
  lease: Lease,
  { holder, now, signal, againAfterMs }: Due,
): Promise<HeartbeatRun | null> {
  if (signal?.aborted) return null
  const dead = await takeUpDeadRun(job.name, holder, lease.abandonedAt)
  if (dead !== null || signal?.aborted) return dead
  const asked = { job: job.name, scheduledFor: lastDue(job.schedule, now()), holder }
  return (await startRun(asked)) ?? retryRun(asked, againAfterMs)
}

/**
 * Releases the lease a second after the process was asked to stop, so that another process continues the run
 * immediately. Does nothing if `over` is aborted first.
 */
function releaseAfter(stopping: AbortSignal, lease: Lease, over: AbortSignal): Promise<void> {
  const release = () => pause(GRACE_MS).then(() => releaseLease(lease))
  return new Promise((resolve, reject) =>
    stopping.addEventListener("abort", () => release().then(resolve, reject), { once: true, signal: over }),
  )
}
