import type { Coach } from "@/lib/coach/coach"
import { claimCoachRun, LET_GO, MOST_COACH_ATTEMPTS, settleDeadCoachRuns } from "@/lib/db/coach/runs"
import { type Notice, onNotice } from "@/lib/db/infra/listen"
import type { Actor } from "@/lib/memory/teams/actor"
import { COACH_METHODS, type CoachMethod } from "@/lib/memory/coach/kinds"
import type { Outcome } from "@/lib/memory/inputs/outcome"
import { coachOf } from "./coach-of"
import { carryOut, type UnderWay } from "./run"

export interface CoachClock {
  /** A process that says nothing for so long is dead, and its run is taken over. */
  readonly leaseMs?: number
  /** Between looks for runs whose process is dead. */
  readonly lookMs?: number
  readonly coachOf?: (method: CoachMethod) => Outcome<Coach>
  now?(): Date
}

const TOO_OFTEN = `The server process ended during each of ${MOST_COACH_ATTEMPTS} attempts. Retry the run, and check the server log if it happens again.`

/**
 * Does the runs of the coach that are asked for: of each method one at a time, so that nobody who wants statements compared waits for a model.
 * Those whose process died are taken over when their lease is over. Returns how to stop, which gives back what is under way.
 */
export function watchForCoachRuns(
  actor: Actor,
  { leaseMs = 30_000, lookMs = 5_000, coachOf: find = coachOf, now = () => new Date() }: CoachClock = {},
): () => Promise<void> {
  const going = new Map<CoachMethod, UnderWay>()
  const looking = new Map<CoachMethod, Promise<void>>()
  /** Asked for while somebody was looking, who may have looked too early. */
  const again = new Set<CoachMethod>()
  let stopped = false
  const failed = (cause: unknown) => stopped || console.error("looking for runs of the coach failed:", cause)

  const begin = async (method: CoachMethod) => {
    const run = await claimCoachRun(method, leaseMs)
    if (run === null) return
    const underWay = carryOut(actor, run, { coachOf: find, leaseMs, now })
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
    seeCancelled() // in case nobody was heard
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

const WAKES = ["coach-run.start", "coach-run.retry", LET_GO]
