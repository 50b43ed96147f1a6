import { onNotice } from "@/lib/db/infra/listen"
import type { Actor } from "@/lib/memory/teams/actor"
import { sendPersonalMails } from "./send-personal"
import { sendDueNotices } from "./send-due"

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
 * Sends to channels soon after alerts were raised. The regular job handles retries. Every instance listens,
 * and each message is claimed by one of them. Returns a function that stops this. It waits for messages
 * that are being sent, so that their outcome is recorded.
 */
export function watchForNotices(
  actor: Actor,
  { pauseMs = PAUSE_MS }: { pauseMs?: number } = {},
): () => Promise<void> {
  let timer: NodeJS.Timeout | null = null
  let going: Promise<void> | null = null
  let stopped = false

  const begin = () => {
    timer = null
    if (going !== null) return soon() // What was heard meanwhile is sent afterwards.
    going = Promise.all([sendDueNotices(actor, new Date()), sendPersonalMails(new Date())])
      .then(
        () => undefined,
        (cause: unknown) =>
          stopped || console.error("sending notifications failed; the next scheduled run retries:", cause),
      )
      .then(() => void (going = null))
  }
  const soon = () => {
    if (!stopped) timer ??= setTimeout(begin, pauseMs).unref()
  }
  const stopHearing = onNotice((notice) => {
    if (notice === "lost" || CAUSES.test(notice.kind)) soon()
  })
  soon() // Alerts raised before this process listened.
  return async () => {
    stopped = true
    stopHearing()
    if (timer !== null) clearTimeout(timer)
    await going
  }
}
