import { onNotice } from "@/lib/db/infra/listen"
import type { Actor } from "@/lib/memory/teams/actor"
import { sendDueNotices } from "./send-due"

/** After what is heard, so long is waited for more of the same look: what is found together is told together. */
const PAUSE_MS = 3_000

/** What may leave something to be told: alerts that are raised, wake or are opened again, and channels that go on. */
const CAUSES = /^(?:alert\.|channel\.(?:create|change|resume)$)/

/**
 * Tells channels soon after alerts were raised; the heartbeat sees to what is to be tried again. Every instance listens, and each message is claimed by one.
 * Returns how to stop: it waits for what is on its way, so that nobody has to wonder whether it arrived.
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
    if (going !== null) return soon() // what was heard meanwhile is told after it
    going = sendDueNotices(actor, new Date())
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
  soon() // what was raised while nobody listened
  return async () => {
    stopped = true
    stopHearing()
    if (timer !== null) clearTimeout(timer)
    await going
  }
}
