import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"
import { type Answer, command, type Command, wrongForm } from "./infra/command"
import type { Server } from "./infra/server"
import { table, visible, confirm } from "./infra/terminal"
import { type OptionValue, TEAM } from "./infra/option-values"
import { refuse } from "./infra/exit-codes"

type Listed = OutputOf<"heartbeat.list">
type Run = Listed["runs"][number]

const JOB: OptionValue = {
  problem: (text) =>
    /^[a-z-]{1,40}$/.test(text) ? null : "expected the name of a job, as listed by quarterdeck heartbeat",
}

export const heartbeatCommand: Command = command({
  name: "heartbeat",
  form: "heartbeat [--now] [--job J] [--team T] [--json]",
  about: "show scheduled jobs and their last runs, or run them now",
  purpose: "agents",
  words: [0, 0],
  options: {
    now: {
      about: "check for alerts, expire items and send notifications now; with --job, run only that job",
    },
    job: {
      value: "J",
      about: "run only this job with --now, or show its latest runs without --now",
      takes: JOB,
    },
    team: { value: "T", about: "only this team (default: all teams that you manage)", takes: TEAM },
  },
  notes:
    "The server runs all jobs on schedule. With several servers, each run happens once. Failed runs are retried up to three times.",
  examples: ["heartbeat", "heartbeat --now --json", "heartbeat --job evaluate"],
  exits: "Exits with 1 if the last run of a job or a requested run failed.",
  async run({ values: { job, team }, on, server }) {
    if (on.has("now")) return runNow(server, { job, team })
    return job === undefined ? showAll(server, team) : showRuns(server, { job, team })
  },
})

async function runNow(
  server: Server,
  asked: { job: string | undefined; team: string | undefined },
): Promise<Answer> {
  const ran = await server.callOnce("heartbeat.run", { ...asked })
  const failed = ran.runs.some((run) => run.state === "failed")
  return {
    json: ran,
    text: ran.runs.map((run) => `${run.job}: ${outcomeOf(run)}`).join("\n"),
    exit: failed ? 1 : 0,
  }
}

async function showAll(server: Server, team: string | undefined): Promise<Answer> {
  const status = await server.call("heartbeat.status", { team })
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
      ...(late.length > 0 ? [`Overdue: ${late.join(", ")}`] : []),
    ].join("\n\n"),
    exit: failed.length > 0 ? 1 : 0,
  }
}

async function showRuns(server: Server, asked: { job: string; team: string | undefined }): Promise<Answer> {
  const { runs, next } = await server.call("heartbeat.list", { ...asked, limit: 50 })
  if (runs.length === 0) return { json: { runs, next }, text: "This job has never run." }
  const rows = runs.map((run) => [
    minute(run.scheduledFor),
    outcomeOf(run),
    tookOf(run),
    visible(run.askedBy ?? "schedule"),
    visible(run.holder),
  ])
  return {
    json: { runs, next },
    text: `${table([["SCHEDULED (UTC)", "OUTCOME", "TOOK", "REQUESTED BY", "SERVER"], ...rows])}\n\n${next === null ? formatCount(runs.length, "run") : `the latest ${runs.length} runs`}`,
  }
}

/**
 * Returns the result of a job run as text: "raised 2, resolved 1", "nothing to do", "failed (attempt 2): …".
 */
function outcomeOf({ state, attempt, figures, error }: Run): string {
  const tries = attempt > 1 ? ` (attempt ${attempt})` : ""
  if (state === "running") return `running${tries}`
  if (state === "failed") return `failed${tries}: ${visible(error ?? "")}`
  const done = Object.entries(figures)
    .filter(([, figure]) => figure !== 0)
    .map(([name, figure]) => `${name} ${figure.toLocaleString("en")}`)
  return `${done.join(", ") || "nothing to do"}${tries}`
}

function tookOf({ took }: Run): string {
  if (took === null) return ""
  return took < 1_000 ? `${took} ms` : `${(took / 1_000).toFixed(1)} s`
}
const minute = (instant: string): string => instant.slice(0, 16).replace("T", " ")

const NONE = "There are no sample teams"

export const samplesRemoveCommand: Command = command({
  name: "samples remove",
  form: "samples remove [--yes] [--json]",
  about: "delete the sample teams and everything in them",
  purpose: "settings",
  words: [0, 0],
  options: { yes: { about: "do not ask for confirmation" } },
  notes:
    "Your own teams are kept. Only the Quarterdeck owner can remove the sample teams. This cannot be undone.",
  examples: ["samples remove", "samples remove --yes --json"],
  async run({ on, server }) {
    const { teams } = await server.call("team.list", {})
    const samples = teams.filter((one) => one.sample).map(({ name }) => visible(name))
    if (samples.length === 0) return { json: { teams: [] }, text: NONE }
    const sure = on.has("yes") || (await confirm(`Delete ${samples.join(" and ")} and all associated data?`))
    if (sure === null)
      throw wrongForm(samplesRemoveCommand, "cannot ask for confirmation without a terminal: pass --yes")
    if (!sure) throw refuse("cancelled", "the sample teams were not removed")
    const removed = await server.callOnce("samples.remove", {})
    return {
      json: { ...removed },
      text: removed.teams.length === 0 ? NONE : `Removed ${removed.teams.map(visible).join(" and ")}`,
    }
  },
})
