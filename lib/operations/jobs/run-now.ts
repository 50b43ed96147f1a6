import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { acquireLease, withLease } from "@/lib/db/jobs/leases"
import { failDeadRun, type HeartbeatRun, jobLeaseKey, startRun } from "@/lib/db/jobs/job-runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { executeJob, PROCESS_NAME } from "./carry-out"
import { addFigures, type Figures, type Job } from "./job"
import { JOBS } from "./job-definitions"
import { managedTeams, namedJob, namedTeam } from "./managed"
import { heartbeatRun, viewJobRun } from "./job-outputs"

/** Jobs that run if the request names none, in this order. */
const USUAL = ["evaluate", "expire", "notify"]

/** Milliseconds to wait for a running job of the same name. */
const PATIENCE_MS = 20_000
const LOOK_MS = 200

export const runHeartbeat = operation({
  name: "heartbeat.run",
  summary:
    "Run scheduled jobs now and return the results. Runs the alert check, expiry and notifications, unless you choose a single job.",
  method: "POST",
  path: "/heartbeat/run",
  right: "manage",
  refuses: ["unavailable"],
  example: { job: "expire" },
  input: z.object({
    team: namedTeam,
    job: namedJob.optional().describe(`Defaults to ${USUAL.join(", ")}`),
  }),
  output: z.object({
    run: z.string().describe("The first item in `runs`"),
    evaluated: z.number(),
    raised: z.number(),
    resolved: z.number(),
    runs: z.array(heartbeatRun).describe("One run for each job, in order, with any errors"),
  }),
  async run(actor, { team, job }) {
    const teams = await managedTeams(actor, team)
    if (!teams.ok) return teams
    const runs: HeartbeatRun[] = []
    for (const one of JOBS.filter(({ name }) =>
      job === undefined ? USUAL.includes(name) : name === job,
    ).toSorted((a, b) => USUAL.indexOf(a.name) - USUAL.indexOf(b.name))) {
      const run = await runNow(one, actor, teams.value)
      if (run === null)
        return refused(
          "unavailable",
          `${one.name} is already running. To see its progress, run quarterdeck heartbeat`,
        )
      runs.push(run)
    }
    const figures = runs.map((run) => run.figures).reduce<Figures>(addFigures, {})
    const [first] = runs
    return done({
      run: first?.id ?? "",
      evaluated: figures.evaluated ?? 0,
      raised: figures.raised ?? 0,
      resolved: figures.resolved ?? 0,
      runs: runs.map((run) => viewJobRun(run, actor)),
    })
  },
})

/**
 * Runs a job and returns its run. Waits for a running job of the same name first. Null if that job does not
 * end in time.
 */
async function runNow(job: Job, actor: Actor, teams: readonly string[] | null): Promise<HeartbeatRun | null> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(LOOK_MS)) {
    const lease = await acquireLease(jobLeaseKey(job.name))
    if (lease === null) continue
    return withLease(lease, async () => {
      await failDeadRun(job.name, lease.abandonedAt)
      const now = new Date()
      const run = await startRun({
        job: job.name,
        scheduledFor: now,
        holder: PROCESS_NAME,
        askedBy: actor.name,
      })
      return run && executeJob(run, { actor, job, now, teams })
    })
  }
  return null
}
