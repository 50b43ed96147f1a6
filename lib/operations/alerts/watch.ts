import { type Notice, onNotice } from "@/lib/db/infra/listen"
import { teamsToWatch } from "@/lib/db/alerts/watch-marks"
import type { Actor } from "@/lib/memory/teams/actor"
import { evaluateTeam } from "./evaluate"

export interface WatchClock {
  /** Time to wait for further changes after a change. */
  readonly pauseMs?: number
  /** Interval between checks of what is marked or due. */
  readonly lookMs?: number
  now?(): Date
}

/** Events that change no alert, and the steps of an import, which is checked when it has finished. */
const NO_CAUSE =
  /^(?:alert|alert-rule|coach-run|notice|digest|channel|heartbeat|login|view|import\.(?:open|receive|plan|place|start|store)|conflict\.(?:compare|find))/

/**
 * Keeps alerts up to date: checks soon after each change, and every minute what is marked or due. The
 * heartbeat checks everything once a day. Runs one check per team at a time. Returns a function that stops
 * the watch and waits for the current check.
 */
export function watchForAlerts(
  actor: Actor,
  { pauseMs = 400, lookMs = 60_000, now = () => new Date() }: WatchClock = {},
): () => Promise<void> {
  const waiting = new Map<string, NodeJS.Timeout>()
  const going = new Map<string, Promise<void>>()
  let stopped = false
  const failed = (cause: unknown) => stopped || console.error("checking for alerts failed:", cause)

  const begin = (teamId: string) => {
    if (!waiting.has(teamId) || stopped || going.has(teamId)) return
    waiting.delete(teamId)
    const look = evaluateTeam(actor, teamId, { now: now() })
      .then(() => undefined, failed)
      .then(() => {
        going.delete(teamId)
        begin(teamId)
      })
    going.set(teamId, look)
  }
  const soon = (teamId: string, ms: number) => {
    if (!waiting.has(teamId)) waiting.set(teamId, setTimeout(() => begin(teamId), ms).unref())
  }
  const marked = () => void teamsToWatch(now()).then((ids) => ids.forEach((id) => soon(id, 0)), failed)

  const hear = (notice: Notice | "lost") => {
    if (notice === "lost") return marked()
    if (NO_CAUSE.test(notice.kind)) return
    if (notice.teamId === null) marked()
    else soon(notice.teamId, pauseMs)
  }
  const stopHearing = onNotice(hear)
  marked()
  const timer = setInterval(marked, lookMs).unref()
  return async () => {
    stopped = true
    stopHearing()
    for (const one of [timer, ...waiting.values()]) clearTimeout(one)
    await Promise.all(going.values())
  }
}
