import type { Actor } from "@/lib/memory/teams/actor"
import type { BackgroundWork } from "../infra/background-work"
import { sendPersonalMails } from "./send-personal"
import { sendDueNotices } from "./send-alerts"

/**
 * How long to wait after an event for more events of the same look, so that what is found together is
 * reported together.
 */
const PAUSE_MS = 3_000

/**
 * Events that may leave something to report: alerts that are raised, wake or are reopened, comments,
 * assignments, and channels that resume.
 */
const CAUSES = /^(?:alert\.|comment\.|(?:proposal|conflict)\.assign$|channel\.(?:create|change|resume)$)/

/**
 * Sends to channels soon after alerts were raised. A scheduled job handles retries. A stop waits for messages that
 * are being sent, so that their outcome is recorded.
 */
export function sendingNotifications(actor: Actor, { pauseMs = PAUSE_MS } = {}): BackgroundWork {
  return {
    name: "Sending notifications",
    pauseMs,
    lookMs: null,
    due: async () => ["all"],
    after: ({ kind }) => (CAUSES.test(kind) ? ["all"] : []),
    run: () => Promise.all([sendDueNotices(actor, new Date()), sendPersonalMails(new Date())]),
  }
}
