import type { Coach } from "@/lib/coach/coach"
import { claimCoachRun, CANCEL_CHANNEL, MOST_COACH_ATTEMPTS, settleDeadCoachRuns } from "@/lib/db/coach/runs"
import { type Notice, onNotice } from "@/lib/db/infra/listen"
import type { Actor } from "@/lib/memory/teams/actor"
import { COACH_METHODS, type CoachMethod } from "@/lib/memory/coach/kinds"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { coachOf } from "./choose-coach"
import { type RunningCoach, startClaimedRun } from "./run"

export interface CoachClock {
  /** Length of a lease. A run whose process does not renew its lease is taken over. */
  readonly leaseMs?: number
  /** Interval between checks for runs whose lease has expired. */
  readonly lookMs?: number
  readonly coachOf?: (method: CoachMethod) => Outcome<Coach>
  now?(): Date
}

const TOO_OFTEN = `The server process ended during each of ${MOST_COACH_ATTEMPTS} attempts. Retry the run, and check the server log if it happens again.`

/**
 * Runs queued coach runs, one at a time for each method, so that extractive runs do not wait for a model. Takes over runs whose
 * lease has expired. Returns a function that stops the watch and gives back the current runs.
 */
export function watchForCoachRuns(
  actor: Actor,
  { leaseMs = 30_000, lookMs = 5_000, coachOf: find = coachOf, now = () => new Date() }: CoachClock = {},
): () => Promise<void> {
  const going = new Map<CoachMethod, RunningCoach>()
  const looking = new Map<CoachMethod, Promise<void>>()
  /** Methods to check again: a run was queued during the current check. */
  const again = new Set<CoachMethod>()
  let stopped = false
  const failed = (cause: unknown) => stopped || console.error("looking for coach runs failed:", cause)

  const begin = async (method: CoachMethod) => {
    const run = await claimCoachRun(method, leaseMs)
    if (run === null) return
    const underWay = startClaimedRun(actor, run, { coachOf: find, leaseMs, now })
    going.set(method, underWay)
    if (stopped) underWay.giveBack()
    void underWay.ended.catch(failed).then(() => {
      going.delete(method)
      look(method)
    })
  }
  const look = (method: CoachMethod) => {
    if (stopped || going.has(method)) return
    if (looking.has(method)) return void again.add(method)
    const first = begin(method).catch(failed)
    looking.set(
      method,
      first.then(() => {
        looking.delete(method)
        if (again.delete(method)) look(method)
      }),
    )
  }
  const lookAll = () => COACH_METHODS.forEach(look)
  const seeCancelled = () => [...going.values()].forEach((one) => one.look())
  const byClock = () => {
    seeCancelled() // A notice may have been lost.
    void settleDeadCoachRuns(TOO_OFTEN).then(lookAll, failed)
  }

  const stopHearing = onNotice((notice: Notice | "lost") => {
    if (notice === "lost") byClock()
    else if (WAKES.includes(notice.kind)) lookAll()
    else if (notice.kind === "coach-run.cancel") seeCancelled()
  })
  byClock()
  const timer = setInterval(byClock, lookMs).unref()
  return async () => {
    stopped = true
    stopHearing()
    clearInterval(timer)
    await Promise.all(looking.values())
    for (const one of going.values()) one.giveBack()
    await Promise.all([...going.values()].map((one) => one.ended.catch(failed)))
  }
}

const WAKES = ["coach-run.start", "coach-run.retry", CANCEL_CHANNEL]
