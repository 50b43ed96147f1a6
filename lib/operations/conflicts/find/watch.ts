import { teamsToCompare } from "@/lib/db/conflicts/finding"
import { type Notice, onNotice } from "@/lib/db/infra/listen"
import type { Actor } from "@/lib/memory/teams/actor"
import { findConflicts, type Finding } from "./find"

/** What changes what memory says, and what was so found. All that is not named here is found when the clock looks. */
const CAUSES: readonly (readonly [RegExp, Finding["because"]])[] = [
  [/^import\.finish$/, "import"],
  [/^proposal\.(?:approve|merge|undo)$/, "proposal"],
  [
    /^(?:file\.(?!conflict)|entry\.(?!vouch)|conflict\.(?:resolve|undo)$|category\.|team\.restore|revert)/,
    "sweep",
  ],
]

export interface Clock {
  /** After a change, so long is waited for others. */
  readonly pauseMs?: number
  /** Between looks at what lies behind. */
  readonly lookMs?: number
}

/**
 * Keeps finding conflicts: at once after an import, soon after what was decided or written, and every few minutes what lies behind for
 * another reason. The heartbeat looks among everything, once a day. Of one team one look at a time goes on. Returns how to stop.
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
    const look = findConflicts(actor, teamId, { because: next.because, everything: next.everything ?? false })
      .then(
        () => undefined,
        (cause: unknown) => stopped || console.error("looking for conflicts failed:", cause),
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
      (cause: unknown) => stopped || console.error("looking for conflicts failed:", cause),
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
