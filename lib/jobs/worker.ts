import { onNotice } from "@/lib/db/infra/listen"
import { isDatabaseUnreachable } from "@/lib/db/infra/database-unavailable"
import type { BackgroundWork } from "@/lib/operations/infra/background-work"
import { Lane } from "./lane"

export interface Worker {
  add(work: BackgroundWork): void
  /** Starts no more work and waits for running work, at most for the grace period of each. */
  stop(): Promise<void>
}

/** Starts the worker of this process. It does all background work: after changes, and on schedule. */
export function startWorker(works: readonly BackgroundWork[] = []): Worker {
  const ending = new AbortController()
  const lanes: Lane[] = []
  let isPaused = false
  const failed = (work: BackgroundWork, cause: unknown) => {
    if (ending.signal.aborted) return
    if (!isDatabaseUnreachable(cause)) return console.error(`${work.name} failed:`, cause)
    if (!isPaused) console.error("Background work is paused: the database is unavailable.")
    isPaused = true
  }
  const add = (work: BackgroundWork) =>
    void lanes.push(
      new Lane(work, ending.signal, {
        succeeded: () => (isPaused = false),
        failed: (cause) => failed(work, cause),
      }),
    )
  const stopListening = onNotice((change) => lanes.forEach((lane) => lane.hear(change)))
  works.forEach(add)
  return {
    add,
    async stop() {
      ending.abort()
      stopListening()
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}
