import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import {
  listHeartbeatRuns,
  newestRuns,
  failDeadRun,
  type HeartbeatRun,
  jobLeaseKey,
  startRun,
} from "@/lib/db/job-runs"
import { isId } from "@/lib/db/infra/identifiers"
import { done, refused, type Outcome } from "@/lib/memory/inputs/outcome"
import { lastDue, nextDue, scheduleWords } from "@/lib/memory/jobs/schedule"
import { acquireLease, withLease } from "@/lib/db/leases"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { visibleTeams } from "@/lib/db/teams/teams"
import { operation } from "../operation"
import { NOT_A_CURSOR, nextOutput } from "../infra/paging"
import { teamOf } from "../teams/team-and-project"
import { JOBS, executeJob, PROCESS_NAME, addFigures, type Figures, type Job } from "./jobs"

const HEARTBEAT_STATES = ["running", "done", "failed"] as const

const instant = z.iso.datetime()

const heartbeatRun = z.object({
  id: z.string(),
  job: z.string(),
  scheduledFor: instant.describe("The scheduled time, or the time when the run was requested"),
  state: z.enum(HEARTBEAT_STATES),
  attempt: z.number().describe("At most three attempts"),
  earlier: z
    .array(
      z.object({
        attempt: z.number(),
        holder: z.string(),
        startedAt: instant,
        endedAt: instant,
        error: z.string(),
      }),
    )
    .describe("Results of earlier attempts"),
  holder: z.string().describe("The process that runs the job: host, process ID and four random characters"),
  startedAt: instant,
  finishedAt: instant.nullable(),
  took: z.number().nullable().describe("Milliseconds. Null while the job is running"),
  figures: z.record(z.string(), z.number()).describe("Number of results, by kind"),
  error: z.string().nullable(),
  askedBy: z.string().nullable().describe("Null if the schedule started the run"),
})
export type HeartbeatRunView = z.output<typeof heartbeatRun>

/** Message for callers who do not own the deployment, because the error may name other teams. */
const FOR_OWNERS =
  "the job failed. The deployment's owner can see the details, which are also in the server log"

function viewJobRun(
  { scheduledFor, startedAt, finishedAt, earlier, figures, error, ...run }: HeartbeatRun,
  actor: Actor,
): HeartbeatRunView {
  const words = can(actor, "own", { teamId: null }) ? (text: string) => text : () => FOR_OWNERS
  return {
    ...run,
    figures: { ...figures },
    earlier: earlier.map((one) => ({
      ...one,
      startedAt: new Date(one.startedAt).toISOString(),
      endedAt: new Date(one.endedAt).toISOString(),
      error: words(one.error),
    })),
    error: error === null ? null : words(error),
    scheduledFor: scheduledFor.toISOString(),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    took: finishedAt === null ? null : Math.max(0, finishedAt.getTime() - startedAt.getTime()),
  }
}

const namedTeam = z.string().optional().describe("A team you manage. Defaults to all teams you manage")
const namedJob = z
  .string()
  .refine(
    (name) => JOBS.some((one) => one.name === name),
    `unknown job. Available jobs: ${JOBS.map((one) => one.name).join(", ")}`,
  )

/**
 * Returns the teams that the actor manages, or the named team. Null means all teams. Refuses actors who
 * manage none.
 */
async function managedTeams(actor: Actor, reference: string | undefined): Promise<Outcome<string[] | null>> {
  if (reference !== undefined) {
    const team = await teamOf(actor, "manage", reference)
    return team.ok ? done([team.value.id]) : team
  }
  if (can(actor, "own", { teamId: null })) return done(null)
  const teams = (await visibleTeams(actor)).filter((team) => can(actor, "manage", { teamId: team.id }))
  return teams.length > 0
    ? done(teams.map((team) => team.id))
    : refused(
        "forbidden",
        "only leads can see scheduled jobs. Your role does not allow this (requires permission to manage)",
      )
}

/**
 * Milliseconds after which a run that has not started counts as late. A working scheduler starts it within
 * seconds.
 */
const LATE_MS = 180_000

export const showHeartbeat = operation({
  name: "heartbeat.status",
  summary: "List scheduled jobs with their last and next runs.",
  method: "GET",
  path: "/heartbeat",
  right: "manage",
  input: z.object({ team: namedTeam }),
  output: z.object({
    jobs: z.array(
      z.object({
        job: z.string(),
        label: z.string(),
        about: z.string(),
        schedule: z.string(),
        nextAt: z.iso.datetime(),
        last: heartbeatRun.nullable(),
        late: z.boolean().describe("True if the job is overdue"),
      }),
    ),
    now: z.iso.datetime(),
  }),
  async run(actor, input) {
    const teams = await managedTeams(actor, input.team)
    if (!teams.ok) return teams
    const newest = await newestRuns(JOBS.map((one) => one.name))
    const now = new Date()
    return done({
      now: now.toISOString(),
      jobs: JOBS.map(({ name, label, about, schedule }) => {
        const last = newest.find((run) => run.job === name)
        return {
          job: name,
          label,
          about,
          schedule: scheduleWords(schedule),
          nextAt: nextDue(schedule, now).toISOString(),
          last: last === undefined ? null : viewJobRun(last, actor),
          late:
            last === undefined || last.scheduledFor < lastDue(schedule, new Date(now.getTime() - LATE_MS)),
        }
      }),
    })
  },
})

export const listHeartbeat = operation({
  name: "heartbeat.list",
  summary: "List runs of scheduled jobs, newest first: results, duration and errors.",
  method: "GET",
  path: "/heartbeat/runs",
  right: "manage",
  example: { state: "failed" },
  input: z.object({
    team: namedTeam,
    job: namedJob.optional(),
    state: z.enum(HEARTBEAT_STATES).optional(),
    busy: z.union([z.boolean(), z.stringbool()]).optional().describe("Only runs with results or errors"),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    after: z.string().refine(isId, NOT_A_CURSOR).optional(),
  }),
  output: z.object({ runs: z.array(heartbeatRun), next: nextOutput }),
  async run(actor, { team: reference, job, state, busy, limit, after }) {
    const teams = await managedTeams(actor, reference)
    if (!teams.ok) return teams
    const rows = await listHeartbeatRuns({ job, state, busy, before: after ?? null, take: limit + 1 })
    const runs = rows.slice(0, limit)
    return done({
      runs: runs.map((run) => viewJobRun(run, actor)),
      next: rows.length > limit ? (runs.at(-1)?.id ?? null) : null,
    })
  },
})

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
