import type { CoachProgress } from "@/lib/coach/coach"
import { LostLeaseError } from "@/lib/db/leases"
import {
  type HeldRun,
  type RunCost,
  type RunEstimate,
  type RunProgress,
  storeCoachProgress,
} from "@/lib/db/coach/runs"

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
