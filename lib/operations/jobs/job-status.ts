import { z } from "zod"
import { listHeartbeatRuns, newestRuns } from "@/lib/db/jobs/job-runs"
import { isId } from "@/lib/db/infra/identifiers"
import { done } from "@/lib/memory/inputs/outcome"
import { lastDue, nextDue, scheduleWords } from "@/lib/memory/jobs/schedule"
import { operation } from "../operation"
import { NOT_A_CURSOR, nextOutput } from "../infra/paging"
import { JOBS } from "./job-definitions"
import { managedTeams, namedJob, namedTeam } from "./managed"
import { HEARTBEAT_STATES, heartbeatRun, viewJobRun } from "./job-outputs"

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
