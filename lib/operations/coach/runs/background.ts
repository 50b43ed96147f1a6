import type { Coach } from "@/lib/coach/coach"
import { claimCoachRun, CANCEL_CHANNEL, MOST_COACH_ATTEMPTS, settleDeadCoachRuns } from "@/lib/db/coach/runs"
import type { Actor } from "@/lib/memory/teams/actor"
import { COACH_METHODS, type CoachMethod } from "@/lib/memory/coach/kinds"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import type { BackgroundWork } from "../../infra/background-work"
import { coachOf } from "./choose-coach"
import { type RunningCoach, startClaimedRun } from "./run"

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
