import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { type Coach, CoachFailure, type CoachProgress } from "@/lib/coach/coach"
import { extractiveCoach } from "@/lib/coach/extractive/extractive-coach"
import {
  findCoachPart,
  type HeldRun,
  keepCoachPart,
  releaseCoachRun,
  type RunEstimate,
  type RunProgress,
  settleCoachRun,
  claimCoachRun,
  CANCEL_CHANNEL,
  MOST_COACH_ATTEMPTS,
  settleDeadCoachRuns,
} from "@/lib/db/coach/runs"
import { LostLeaseError, withLease } from "@/lib/db/leases"
import { commit } from "@/lib/db/infra/commit"
import { listProjects } from "@/lib/db/agents/fleet"
import type { Actor } from "@/lib/memory/teams/actor"
import {
  type CoachMethod,
  type SynthesisKind,
  COACH_METHODS,
  type CoachMaterial,
} from "@/lib/memory/coach/synthesis"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { runIsolated, whyNotAnalyzed } from "../../isolated/run-isolated"
import {
  coachMaterial,
  computeFlags,
  type MaterialPlace,
  type MaterialRequest,
  packedMaterial,
} from "../material"
import {
  CancelledError,
  RunReport,
  LOST,
  type RunResult,
  storeWritten,
  coachRunSubject,
} from "./progress-and-result"
import { mostEntries } from "./coach-runs"
import { writeExtractive } from "../extractive-analysis"
import type { BackgroundWork } from "../../infra/background-work"
import { coachOf } from "../available-coaches"

export interface RunSettings {
  readonly coachOf: (method: CoachMethod) => Outcome<Coach>
  readonly now: () => Date
  /** Signal to stop. If aborted, the run is given back, so that another process continues it. */
  readonly ending: AbortSignal
}

interface RunningCoach {
  /** Resolves when this process no longer works on the run: finished, failed, canceled or given back. */
  readonly ended: Promise<void>
  /** Checks immediately if the run was canceled. */
  look(): void
}

/** Starts a run that this process has claimed. */
function startClaimedRun(actor: Actor, run: HeldRun, settings: RunSettings): RunningCoach {
  const report = new RunReport(run)
  return {
    ended: withLease(run.lease, (lost) => {
      const signal = AbortSignal.any([lost, report.signal, settings.ending])
      return work(actor, run, settings, { report, signal })
    }).finally(() => report.close()),
    look: () => void report.look(true),
  }
}

async function work(
  actor: Actor,
  run: HeldRun,
  settings: RunSettings,
  { report, signal }: { report: RunReport; signal: AbortSignal },
): Promise<void> {
  try {
    const found = settings.coachOf(run.method as CoachMethod)
    if (!found.ok) throw new CoachFailure(found.message, false)
    const coach = found.value
    const asOf = settings.now()
    const beginning = { run, asOf, report, signal }
    const made = coach === extractiveCoach ? await writeIsolated(beginning) : await writeBy(coach, beginning)
    signal.throwIfAborted()
    report.note({ stage: "Saving the result", ...stepsOf(report.now), ...made.written.cost })
    const stored = await storeWritten(actor, run, {
      ...made,
      asOf,
      model: coach.model,
      progress: { ...report.now, stage: "Done", done: report.now.total, secondsLeft: 0 },
    })
    if (stored === LOST) throw await report.whyLost()
    if (!stored.ok) throw new CoachFailure(stored.message, false)
  } catch (cause) {
    if (settings.ending.aborted && signal.reason === settings.ending.reason) return releaseCoachRun(run)
    await end(actor, run, signal.aborted ? (signal.reason as unknown) : cause, report.now)
  }
}

const NO_COST = { calls: 0, inputTokens: 0, outputTokens: 0, cost: null }
const stepsOf = ({ done, total }: RunProgress) => ({ done, total })

interface Beginning {
  readonly run: HeldRun
  readonly asOf: Date
  readonly report: RunReport
  readonly signal: AbortSignal
}

type Made = Pick<RunResult, "material" | "read" | "written">

/** Compares statements in a child process, so that no memory text can block or crash the server. */
async function writeIsolated(beginning: Beginning): Promise<Made> {
  const { run, report, signal } = beginning
  const material = await readMaterial(beginning, packedMaterial)
  begin(report, { ...run.estimate, entries: material.count })
  const onStep = (now: CoachProgress) => report.note(now)
  const [result] = await runIsolated(writeExtractive, [material], { isLarge: true, onStep, signal })
  if (!result?.ok)
    throw new CoachFailure(whyNotAnalyzed(`The memory of ${material.place}`, result ?? NO_RESULT), false)
  const { written, cited } = result.value
  const { agents, place } = material
  return { material: { agents, place, entries: cited }, read: material.count, written }
}

const NO_RESULT = { ok: false, failure: "error", message: "no result was returned" } as const

async function writeBy(coach: Coach, beginning: Beginning): Promise<Made> {
  const { run, report, signal } = beginning
  const material = await readMaterial(beginning, coachMaterial)
  if (run.method === "model") await computeFlags(material.entries, signal)
  const read = material.entries.length
  begin(report, run.method === "model" ? coach.estimate(material) : { ...run.estimate, entries: read })
  const work = {
    signal,
    tokenBudget: run.tokenBudget,
    progress: (now: CoachProgress) => report.note(now),
    notebook: {
      find: async (key: string) => (await findCoachPart(run, key))?.answer ?? null,
      keep: (key: string, answer: unknown, tokens: { input: number; output: number }) =>
        keepCoachPart(run, key, answer, tokens),
    },
  }
  return { material, read, written: await unlessBroken(coach.write(material, work), signal) }
}

function begin(report: RunReport, estimate: RunEstimate): void {
  report.expects(estimate)
  report.note({ stage: "Comparing entries", done: 0, total: 1, ...NO_COST })
}

async function readMaterial<Material extends Pick<CoachMaterial, "agents">>(
  { run, asOf, report, signal }: Beginning,
  readFrom: (place: MaterialPlace, wish: MaterialRequest) => Promise<Material>,
): Promise<Material> {
  const project =
    run.projectId === null
      ? null
      : (await listProjects(wholeTeamUnchecked(run.teamId))).find((one) => one.id === run.projectId)
  if (project === undefined) throw new CoachFailure("The requested project was removed.", false)
  const place: MaterialPlace = { team: { id: run.teamId, name: run.team.name }, project }
  const reading = (read: number, all: number) =>
    report.note({ stage: "Reading memory", done: read, total: all, ...NO_COST })
  const material = await readFrom(place, {
    kind: run.kind as SynthesisKind,
    agent: run.agentName,
    today: asOf.toISOString().slice(0, 10),
    most: mostEntries(run.method),
    signal,
    reading,
  })
  const known = material.agents.filter((one) => one.name === run.agentName)
  if (known.length > 0 && known.every((one) => one.optedOut))
    throw new CoachFailure(
      `${run.agentName} has opted out of memory (memory: disabled in its own definition), so nothing is written for it.`,
      false,
    )
  return material
}

/** Rejects as soon as the signal is aborted, even if the coach ignores the signal. */
function unlessBroken<T>(writing: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(signal.reason as Error)
    if (signal.aborted) broken()
    signal.addEventListener("abort", broken, { once: true })
    writing.then(resolve, reject).finally(() => signal.removeEventListener("abort", broken))
  })
}

async function end(actor: Actor, run: HeldRun, cause: unknown, progress: RunProgress): Promise<void> {
  if (cause instanceof LostLeaseError) return // The process that has the run now continues it.
  if (cause instanceof CancelledError)
    return void (await settleCoachRun(run, {
      state: "cancelled",
      message: null,
      progress: { ...progress, secondsLeft: null },
    }))
  if (!(cause instanceof CoachFailure)) console.error("a coach run failed:", cause)
  const message = cause instanceof CoachFailure ? failureMessage(cause) : UNEXPECTED
  await commit(
    actor,
    {
      kind: "coach-run.fail",
      teamId: run.teamId,
      subject: coachRunSubject(run),
      detail: { kind: run.kind, by: run.byName },
    },
    async (tx) =>
      (await settleCoachRun(
        run,
        { state: "failed", message, progress: { ...progress, secondsLeft: null } },
        tx,
      ))
        ? done(null)
        : refused("conflict", "another worker has taken over this run"),
  )
}

const UNEXPECTED =
  "An unexpected error occurred. See the server log for details. Retry the run, and contact the server's administrator if the run fails again."

function failureMessage({ message, mayPass }: CoachFailure): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`
  return mayPass && !/\bagain\b/i.test(sentence)
    ? `${sentence} This may be temporary. Retry later.`
    : sentence
}

export interface CoachClock {
  readonly leaseMs?: number
  /** Interval between checks for runs whose lease has expired. */
  readonly lookMs?: number
  readonly coachOf?: (method: CoachMethod) => Outcome<Coach>
  now?(): Date
}

const TOO_OFTEN = `The server process ended during each of ${MOST_COACH_ATTEMPTS} attempts. Retry the run, and check the server log if it happens again.`

const WAKES = ["coach-run.start", "coach-run.retry", CANCEL_CHANNEL]

/**
 * Runs queued coach runs, one at a time for each method, so that extractive runs do not wait for a model.
 * Takes over runs whose lease has expired. If stopped, gives its current runs back.
 */
export function runningCoach(
  actor: Actor,
  { leaseMs, lookMs = 5_000, coachOf: find = coachOf, now = () => new Date() }: CoachClock = {},
): BackgroundWork {
  const going = new Set<RunningCoach>()
  const seeCancelled = () => going.forEach((run) => run.look())
  return {
    name: "Running the coach",
    pauseMs: 0,
    lookMs,
    async due() {
      seeCancelled() // A notice may have been lost.
      await settleDeadCoachRuns(TOO_OFTEN)
      return COACH_METHODS
    },
    after({ kind }) {
      if (kind === "coach-run.cancel") seeCancelled()
      return WAKES.includes(kind) ? COACH_METHODS : []
    },
    async run(method, ending) {
      while (!ending.aborted) {
        const claimed = await claimCoachRun(method, leaseMs)
        if (claimed === null) return
        const run = startClaimedRun(actor, claimed, { coachOf: find, now, ending })
        going.add(run)
        await run.ended.finally(() => going.delete(run))
      }
    },
  }
}
