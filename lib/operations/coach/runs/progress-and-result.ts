import type { CoachProgress, WrittenSynthesis } from "@/lib/coach/coach"
import { LostLeaseError } from "@/lib/db/leases"
import {
  type HeldRun,
  type RunCost,
  type RunEstimate,
  type RunProgress,
  storeCoachProgress,
  settleCoachRun,
} from "@/lib/db/coach/runs"
import { inProject, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { commit, type Tx } from "@/lib/db/infra/commit"
import {
  addSynthesis,
  countWaitingSyntheses,
  findWaitingSynthesis,
  type NewSynthesis,
} from "@/lib/db/coach/syntheses"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { MOST_WAITING, titleOf, tooManyPendingMessage, synthesisKey } from "../submit"
import { acceptDrafts, type CitedMaterial } from "../accepted-claims"

interface Step {
  readonly at: number
  readonly done: number
}

/** Period over which the pace is measured. */
const LOOK_BACK_MS = 60_000
/** Milliseconds without an estimate, because the first steps are not representative. */
const SAY_AFTER_MS = 1_000

/**
 * Returns a function that estimates the remaining seconds from the recent pace, or null if too little is
 * known. Times are in milliseconds.
 */
export function createTimeEstimate(): (
  now: Pick<CoachProgress, "done" | "total">,
  at: number,
) => number | null {
  let steps: Step[] = []
  return ({ done, total }, at) => {
    if ((steps.at(-1)?.done ?? 0) > done) steps = [] // A new count has started.
    steps.push({ at, done })
    // Keeps the last step before the period as the starting point.
    const from = steps.findLastIndex((one) => one.at <= at - LOOK_BACK_MS)
    if (from > 0) steps = steps.slice(from)
    const [first] = steps
    if (!first || at - first.at < SAY_AFTER_MS || done <= first.done) return null
    return Math.ceil(((total - done) * (at - first.at)) / (done - first.done) / 1_000)
  }
}

/** Reason to stop a run that was canceled. */
export class CancelledError extends Error {}

/** Interval between checks for cancellation, and the shortest interval between stored progress updates. */
const LOOK_MS = 500

/** Stores the progress of a run and checks for cancellation. */
export class RunReport {
  now: RunProgress
  private told: RunProgress
  private estimate: RunEstimate | null = null
  private looking = false
  private readonly pace = createTimeEstimate()
  private readonly timer: NodeJS.Timeout
  /** Cost of earlier attempts of the run. */
  private readonly earlier: RunCost
  private readonly broken = new AbortController()
  /** Signal that is aborted if the run was canceled or lost. */
  readonly signal = this.broken.signal

  constructor(private readonly run: HeldRun) {
    this.now = this.told = this.earlier = run.progress
    this.timer = setInterval(() => void this.look(), LOOK_MS)
  }

  /** Sets the progress to store next. `now` includes the cost of this attempt only. */
  note(now: CoachProgress): void {
    const secondsLeft = this.pace(now, Date.now())
    this.now = { ...now, ...together(this.earlier, now), secondsLeft }
  }

  expects(estimate: RunEstimate): void {
    this.estimate = estimate
  }

  /** Stores new progress. `asked`: checks for cancellation also without progress. */
  async look(asked = false): Promise<void> {
    const { now, estimate } = this
    if (this.looking || this.signal.aborted || !(asked || now !== this.told || estimate !== null)) return
    this.looking = true
    try {
      const whose = await storeCoachProgress(this.run, { progress: now, estimate })
      this.told = now
      this.estimate = this.estimate === estimate ? null : this.estimate
      if (whose !== "ours") this.broken.abort(reasonOf(whose))
    } catch (cause) {
      console.error("The progress of a coach run could not be stored:", cause)
    } finally {
      this.looking = false
    }
  }

  /** Returns why the run no longer belongs to this process. */
  async whyLost(): Promise<CancelledError | LostLeaseError> {
    const whose = await storeCoachProgress(this.run, {})
    return reasonOf(whose === "cancelled" ? whose : "lost")
  }

  close(): void {
    clearInterval(this.timer)
  }
}

const reasonOf = (whose: "cancelled" | "lost"): CancelledError | LostLeaseError =>
  whose === "cancelled"
    ? new CancelledError("cancelled")
    : new LostLeaseError("another worker has taken over this run")

const together = (one: RunCost, other: RunCost): RunCost => ({
  calls: one.calls + other.calls,
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cost: one.cost === null || other.cost === null ? (one.cost ?? other.cost) : one.cost + other.cost,
})

export interface RunResult {
  readonly material: CitedMaterial & { readonly place: string }
  /** Number of entries that the coach read. */
  readonly read: number
  readonly written: WrittenSynthesis
  /** Time at which the memory was read. */
  readonly asOf: Date
  readonly model: string | null
  readonly progress: RunProgress
}

/**
 * Stores the result of a run as a waiting synthesis and ends the run, in one transaction. If two processes
 * did the same run, one result is stored. If no claim is accepted, ends the run with a message and stores no
 * synthesis.
 */
export async function storeWritten(
  actor: Actor,
  run: HeldRun,
  { material, read, written, asOf, model, progress }: RunResult,
): Promise<Outcome<null>> {
  const { teamId, projectId } = run
  const within = inProject(wholeTeamUnchecked(teamId), projectId)
  const { claims, notes: left } = await acceptDrafts(within, material, written.claims)
  const notes = [...written.notes, ...left]
  const settle = { state: "done" as const, progress }
  const detail = { kind: run.kind, method: run.method, by: run.byName }
  if (claims.length === 0) {
    const message = [`No claims found in ${read.toLocaleString("en")} entries.`, ...notes].join(" ")
    return commit(
      actor,
      {
        kind: "coach-run.finish",
        teamId: run.teamId,
        subject: coachRunSubject(run),
        detail: { ...detail, claims: 0 },
      },
      async (tx) => ((await settleCoachRun(run, { ...settle, message }, tx)) ? done(null) : LOST),
    )
  }
  const title = titleOf(run.agentName, material.place)
  const content = { teamId, projectId, kind: run.kind, agent: run.agentName, title, claims }
  const synthesis: NewSynthesis = {
    ...content,
    session: null,
    waitingKey: synthesisKey(content),
    by: { kind: run.byKind, id: run.byId, name: run.byName },
    made: { source: run.method, model, runId: run.id, asOf, notes },
  }
  const stored = await commit(
    actor,
    ({ id, fresh }: { id: string; fresh: boolean }) => ({
      kind: "coach-run.finish",
      teamId: run.teamId,
      subject: coachRunSubject(run),
      detail: {
        ...detail,
        claims: claims.length,
        ...(fresh ? { syntheses: [{ id, state: "waiting" }] } : {}),
      },
    }),
    async (tx) => {
      const added = await addUnlessWaiting(tx, run, synthesis)
      if (!added.ok) return added
      const { id, fresh } = added.value
      const message = fresh
        ? null
        : "The result is identical to a pending synthesis, so the pending one was kept."
      return (await settleCoachRun(run, { ...settle, message, synthesisId: id }, tx))
        ? done({ id, fresh })
        : LOST
    },
  )
  return stored.ok ? done(null) : stored
}

/** Adds the synthesis, or finds the same one that already waits. `fresh`: true if it was added. */
async function addUnlessWaiting(
  tx: Tx,
  { teamId, team }: HeldRun,
  synthesis: NewSynthesis,
): Promise<Outcome<{ id: string; fresh: boolean }>> {
  const isFull = (await countWaitingSyntheses(tx, teamId)) >= MOST_WAITING
  const id = isFull ? null : await addSynthesis(tx, synthesis)
  if (id !== null) return done({ id, fresh: true })
  const same = await findWaitingSynthesis(wholeTeamUnchecked(teamId), synthesis.waitingKey, tx)
  if (same !== null) return done({ id: same.id, fresh: false })
  return isFull
    ? refused("too-many", `Nothing was stored: ${tooManyPendingMessage(team.name)}, then retry the run.`)
    : refused("conflict", "The same synthesis was stored and reviewed in the meantime. Retry the run.")
}

/**
 * Refusal that rolls back the transaction if another process has taken over the run, or if the run was
 * canceled.
 */
export const LOST = refused("conflict", "another worker has taken over this run")

export const coachRunSubject = ({ kind, agentName }: Pick<HeldRun, "kind" | "agentName">): string =>
  kind === "orientation" ? `the orientation for ${agentName}` : "the brief"
