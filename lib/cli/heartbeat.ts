import type { z } from "zod"
import type { listHeartbeat, showHeartbeat } from "@/lib/operations/heartbeat/read"
import type { runHeartbeat } from "@/lib/operations/heartbeat/run"
import type { Answer, Command } from "./command"
import type { Server } from "./server"
import { count, table } from "./table"
import { type Taken, TEAM } from "./taken"
import { visible } from "./visible"

type Status = z.output<(typeof showHeartbeat)["output"]>
type Listed = z.output<(typeof listHeartbeat)["output"]>
type Ran = z.output<(typeof runHeartbeat)["output"]>
type Run = Listed["runs"][number]

const JOB: Taken = {
  problem: (text) =>
    /^[a-z-]{1,40}$/.test(text) ? null : "it takes the name of a job, as quarterdeck heartbeat lists them",
}

export const heartbeatCommand: Command = {
  name: "heartbeat",
  form: "heartbeat [--now] [--job J] [--team T] [--json]",
  about: "shows what is done by the clock and what came of it, or does it now",
  purpose: "agents",
  words: [0, 0],
  options: {
    now: {
      about: "look for alerts, expire what is over, and tell of what is new, now; with --job that job alone",
    },
    job: { value: "J", about: "only this job; without --now its newest runs", takes: JOB },
    team: { value: "T", about: "only for this team; for all that you manage unless given", takes: TEAM },
  },
  notes:
    "A server does all of it by itself, and of several on one database one does each run. A run that fails is tried again, three times at most.",
  examples: ["heartbeat", "heartbeat --now --json", "heartbeat --job evaluate"],
  exits: "1 where the last run of a job failed, or one of those that were asked for",
  async run({ values: { job, team }, on, server }) {
    if (on.has("now")) return runNow(server, { job, team })
    return job === undefined ? showAll(server, team) : showRuns(server, { job, team })
  },
}

async function runNow(
  server: Server,
  asked: { job: string | undefined; team: string | undefined },
): Promise<Answer> {
  const ran = await server.sendOnce<Ran>("POST", "/heartbeat/run", asked)
  const failed = ran.runs.some((run) => run.state === "failed")
  return {
    json: ran,
    text: ran.runs.map((run) => `${run.job}: ${outcomeOf(run)}`).join("\n"),
    exit: failed ? 1 : 0,
  }
}

async function showAll(server: Server, team: string | undefined): Promise<Answer> {
  const status = await server.get<Status>("/heartbeat", { team })
  const rows = status.jobs.map(({ job, schedule, nextAt, last }) => [
    job,
    schedule,
    last === null ? "never" : minute(last.startedAt),
    last === null ? "" : outcomeOf(last),
    last === null ? "" : tookOf(last),
    minute(nextAt),
  ])
  const failed = status.jobs.filter((one) => one.last?.state === "failed")
  const errors = failed.map(({ job, last }) => `${job}: ${visible(last?.error ?? "")}`)
  const late = status.jobs.filter((one) => one.late).map((one) => one.job)
  return {
    json: { ...status },
    text: [
      table([["JOB", "WHEN", "LAST (UTC)", "OUTCOME", "TOOK", "NEXT (UTC)"], ...rows]),
      ...errors,
      ...(late.length > 0 ? [`Not done when it was due: ${late.join(", ")}`] : []),
    ].join("\n\n"),
    exit: failed.length > 0 ? 1 : 0,
  }
}

async function showRuns(server: Server, asked: { job: string; team: string | undefined }): Promise<Answer> {
  const { runs, next } = await server.get<Listed>("/heartbeat/runs", { ...asked, limit: 50 })
  if (runs.length === 0) return { json: { runs, next }, text: "It never ran." }
  const rows = runs.map((run) => [
    minute(run.scheduledFor),
    outcomeOf(run),
    tookOf(run),
    visible(run.askedBy ?? "the clock"),
    visible(run.holder),
  ])
  return {
    json: { runs, next },
    text: `${table([["FOR (UTC)", "OUTCOME", "TOOK", "ASKED BY", "DONE BY"], ...rows])}\n\n${next === null ? count(runs.length, "run") : `the newest ${runs.length}`}`,
  }
}

/** "raised 2, resolved 1", "nothing to do", "failed (attempt 2): …". */
function outcomeOf({ state, attempt, figures, error }: Run): string {
  const tries = attempt > 1 ? ` (attempt ${attempt})` : ""
  if (state === "running") return `goes on${tries}`
  if (state === "failed") return `failed${tries}: ${visible(error ?? "")}`
  const done = Object.entries(figures)
    .filter(([, figure]) => figure !== 0)
    .map(([name, figure]) => `${name} ${figure.toLocaleString("en")}`)
  return `${done.join(", ") || "nothing to do"}${tries}`
}

const tookOf = ({ took }: Run): string =>
  took === null ? "" : took < 1_000 ? `${took} ms` : `${(took / 1_000).toFixed(1)} s`
const minute = (instant: string): string => instant.slice(0, 16).replace("T", " ")
