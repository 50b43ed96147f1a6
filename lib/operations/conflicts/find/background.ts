import { visibilityOf } from "@/lib/memory/teams/visibility"
import { teamsToCompare } from "@/lib/db/conflicts/comparable-entries"
import type { Actor } from "@/lib/memory/teams/actor"
import type { BackgroundWork } from "../../infra/background-work"
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

/**
 * Finds conflicts in each team: immediately after an import, soon after other changes, and every few minutes for
 * the rest. A scheduled job compares everything once a day.
 */
export function findingConflicts(actor: Actor, { pauseMs = 400 } = {}): BackgroundWork {
  /** Cause of the next run of a team: the first change since the last run. */
  const causes = new Map<string, Finding["because"]>()
  return {
    name: "Finding conflicts",
    pauseMs,
    lookMs: 180_000,
    due: teamsToCompare,
    after({ kind, teamId }) {
      const because = CAUSES.find(([cause]) => cause.test(kind))?.[1]
      if (!because || teamId === null) return []
      if (!causes.has(teamId)) causes.set(teamId, because)
      return [teamId]
    },
    async run(teamId) {
      const because = causes.get(teamId) ?? "sweep"
      causes.delete(teamId)
      await findConflicts(actor, visibilityOf(actor, teamId), { because })
    },
  }
}
