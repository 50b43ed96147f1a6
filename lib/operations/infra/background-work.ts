import type { Notice } from "@/lib/db/infra/listen"

/**
 * Work that the worker of each process does without a request: soon after changes, and regularly. The work is
 * divided by keys, for example by team. A process runs each key once at a time. If several processes must not
 * run one key at the same time, `run` takes a lease.
 */
export interface BackgroundWork {
  /** Subject of the sentence "… failed", such as "Finding conflicts". */
  readonly name: string
  /** Milliseconds to wait after a change for further changes. */
  readonly pauseMs: number
  /** Milliseconds between calls of `due`. Null: only at the start and after lost changes. */
  readonly lookMs: number | null
  /** Number of keys that run at the same time. Default: all. */
  readonly atOnce?: number
  /** Milliseconds that a stop waits for running work. Default: until the work has ended. */
  readonly graceMs?: number
  /** Returns the keys that have work now. */
  due(): Promise<readonly string[]>
  /** Returns the keys that have work after a change, or "look" to call `due`. */
  after(change: Notice): readonly string[] | "look"
  /** Does the work of a key. `ending` is aborted when the process stops. */
  run(key: string, ending: AbortSignal): Promise<unknown>
}
