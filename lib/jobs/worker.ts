import { onNotice, type Notice } from "@/lib/db/infra/listen"
import { isDatabaseUnreachable } from "@/lib/db/infra/database-unavailable"
import type { BackgroundWork } from "@/lib/operations/infra/background-work"

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

export interface LaneReports {
  succeeded(): void
  failed(cause: unknown): void
}

/** Runs one kind of background work. A key that becomes due while its work runs is run again afterwards. */
export class Lane {
  /** Due keys: the timer of their pause, or null if they can begin. */
  private readonly waiting = new Map<string, NodeJS.Timeout | null>()
  private readonly going = new Map<string, Promise<void>>()
  private readonly timer: NodeJS.Timeout | null
  private looking = false

  constructor(
    private readonly work: BackgroundWork,
    private readonly ending: AbortSignal,
    private readonly reports: LaneReports,
  ) {
    const { lookMs } = work
    this.timer = lookMs === null ? null : setInterval(() => void this.look(), lookMs).unref()
    void this.look()
  }

  hear(change: Notice | "lost"): void {
    const keys = change === "lost" ? "look" : this.work.after(change)
    if (keys === "look") void this.look()
    else this.wake(keys, this.work.pauseMs)
  }

  /**
   * Clears the timers. Resolves when nothing is running, or after the grace period of the work. Abort
   * `ending` before.
   */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    for (const timer of this.waiting.values()) if (timer) clearTimeout(timer)
    const ended = Promise.all(this.going.values())
    const { graceMs } = this.work
    await (graceMs === undefined ? ended : Promise.race([ended, after(graceMs)]))
  }

  private async look(): Promise<void> {
    if (this.looking || this.ending.aborted) return
    this.looking = true
    await this.report(async () => this.wake(await this.work.due(), 0))
    this.looking = false
  }

  private wake(keys: readonly string[], ms: number): void {
    if (this.ending.aborted) return
    const begin = (key: string) => {
      this.waiting.set(key, null)
      this.begin()
    }
    for (const key of keys)
      if (!this.waiting.has(key)) this.waiting.set(key, setTimeout(() => begin(key), ms).unref())
  }

  private begin(): void {
    for (const [key, timer] of this.waiting) {
      if (this.ending.aborted || this.going.size >= (this.work.atOnce ?? Infinity)) return
      if (timer !== null || this.going.has(key)) continue
      this.waiting.delete(key)
      this.going.set(key, this.run(key))
    }
  }

  private async run(key: string): Promise<void> {
    await this.report(async () => this.work.run(key, this.ending))
    this.going.delete(key)
    this.begin()
  }

  private async report(work: () => Promise<unknown>): Promise<void> {
    await work().then(this.reports.succeeded, this.reports.failed)
  }
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())
