import { teamsToWatch } from "@/lib/db/alerts/units-to-evaluate"
import type { Actor } from "@/lib/memory/teams/actor"
import type { BackgroundWork } from "../infra/background-work"
import { evaluateTeam } from "./evaluate"

/** Events that change no alert, and the steps of an import, which is checked when it has finished. */
const NO_CAUSE =
  /^(?:alert|alert-rule|coach-run|notice|digest|channel|heartbeat|login|view|import\.(?:open|receive|plan|place|start|store)|conflict\.(?:compare|find))/

/**
 * Keeps the alerts of each team up to date. Checks soon after each change. Every minute, checks units that
 * are marked or due. A scheduled job checks everything once a day.
 */
export function checkingAlerts(actor: Actor, { pauseMs = 400 } = {}): BackgroundWork {
  return {
    name: "Checking alerts",
    pauseMs,
    lookMs: 60_000,
    due: () => teamsToWatch(new Date()),
    after({ kind, teamId }) {
      if (NO_CAUSE.test(kind)) return []
      return teamId === null ? "look" : [teamId]
    },
    run: (teamId) => evaluateTeam(actor, teamId, { now: new Date() }),
  }
}
