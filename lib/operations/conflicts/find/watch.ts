import { visibilityOf } from "@/lib/memory/teams/visibility"
import { teamsToCompare } from "@/lib/db/conflicts/comparable-entries"
import { type Notice, onNotice } from "@/lib/db/infra/listen"
import type { Actor } from "@/lib/memory/teams/actor"
import { findConflicts, type Finding } from "./find"

/**
 * Events that change memory, with the cause recorded for their conflicts. Other changes are found by the
 * timer.
 */
const CAUSES: readonly (readonly [RegExp, Finding["because"]])[] = [
  [/^import\.finish$/, "import"],
  [/^proposal\.(?:approve|merge|undo)$/, "proposal"],
  [
    /^(?:file\.(?!conflict)|entry\.(?!vouch)|conflict\.(?:resolve|undo)$|category\.|team\.restore|revert)/,
    "sweep",
  ],
]

export interface Clock {
  /** Time to wait for further changes after a change. */
  readonly pauseMs?: number
  /** Interval between checks for files that were not compared yet. */
  readonly lookMs?: number
}

/**
 * Finds conflicts continuously: immediately after an import, soon after other changes, and every few minutes
 * for the rest. The heartbeat compares everything once a day. Runs one check per team at a time. Returns a
 * function that stops the watch.
 */
export function watchForConflicts(
  actor: Actor,
  { pauseMs = 400, lookMs = 180_000 }: Clock = {},
): () => Promise<void> {
  const waiting = new Map<string, Finding & { timer: NodeJS.Timeout | null }>()
  const going = new Map<string, Promise<void>>()
  let stopped = false

  const begin = (teamId: string) => {
    const next = waiting.get(teamId)
    if (!next || stopped || going.has(teamId)) return
    waiting.delete(teamId)
    const look = findConflicts(actor, visibilityOf(actor, teamId), {
      because: next.because,
      everything: next.everything ?? false,
    })
      .then(
        () => undefined,
        (cause: unknown) => stopped || console.error("checking for conflicts failed:", cause),
      )
      .then(() => {
        going.delete(teamId)
        begin(teamId)
      })
    going.set(teamId, look)
  }
  const soon = (teamId: string, finding: Finding, ms: number) => {
    const known = waiting.get(teamId)
    if (known)
      return void waiting.set(teamId, {
        ...known,
        everything: known.everything === true || finding.everything === true,
      })
    waiting.set(teamId, { ...finding, timer: setTimeout(() => begin(teamId), ms).unref() })
  }
  const lookFor = (teams: () => Promise<string[]>, finding: Finding) =>
    void teams().then(
      (ids) => ids.forEach((id) => soon(id, finding, 0)),
      (cause: unknown) => stopped || console.error("checking for conflicts failed:", cause),
    )

  const hear = (notice: Notice | "lost") => {
    if (notice === "lost") return lookFor(teamsToCompare, { because: "sweep" })
    const because = CAUSES.find(([kind]) => kind.test(notice.kind))?.[1]
    if (because && notice.teamId !== null) soon(notice.teamId, { because }, pauseMs)
  }
  const stopHearing = onNotice(hear)
  lookFor(teamsToCompare, { because: "sweep" })
  const timer = setInterval(() => lookFor(teamsToCompare, { because: "sweep" }), lookMs).unref()
  return async () => {
    stopped = true
    stopHearing()
    clearInterval(timer)
    for (const one of waiting.values()) if (one.timer) clearTimeout(one.timer)
    await Promise.all(going.values())
  }
}
