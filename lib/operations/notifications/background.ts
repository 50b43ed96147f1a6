import type { Actor } from "@/lib/memory/teams/actor"
import type { BackgroundWork } from "../infra/background-work"
import { sendPersonalMails } from "./personal-notifications"
import { sendDueNotices } from "./send-alerts"

/** Milliseconds to wait after an event for further events, so that related alerts are sent in one message. */
const PAUSE_MS = 3_000

/**
 * Kinds of events that can make a message due: alerts that are raised, woken or reopened, comments,
 * assignments, and channels that resume.
 */
const CAUSES = /^(?:alert\.|comment\.|(?:proposal|conflict)\.assign$|channel\.(?:create|change|resume)$)/

/**
 * Returns the background work that sends messages soon after an event. A scheduled job handles retries. A
 * stop waits for messages that are being sent, so that their result is recorded.
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
