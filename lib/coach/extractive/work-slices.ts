import type { CoachWork } from "../coach"

/** Milliseconds of work after which other requests are served. */
const PORTION = 8
/** Number of progress steps of the whole work. */
const STEPS = 100
/** Minimum number of milliseconds between two progress reports. */
const REPORTED = 100

/**
 * Splits long work into slices, so that other requests are served meanwhile. Reports the progress, and stops
 * if the run is canceled.
 */
export class WorkPacer {
  private rested = performance.now()
  private reported = Number.NEGATIVE_INFINITY
  private stage = ""
  private from = 0
  private to = 0
  private done = 0

  constructor(private readonly work: Pick<CoachWork, "signal" | "progress">) {
    work.signal.throwIfAborted()
  }

  /** Begins a stage. `to`: progress at its end, 0–100. */
  begin(stage: string, to: number): void {
    this.stage = stage
    this.from = this.to
    this.to = to
    this.tell(this.from)
  }

  /** True if a pause is due. */
  isDue(): boolean {
    return performance.now() - this.rested >= PORTION
  }

  /**
   * Lets other work run. `share`: progress within the stage, 0–1. Throws the signal's reason if the run is
   * canceled.
   */
  async rest(share: number): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.work.signal.throwIfAborted()
    this.rested = performance.now()
    if (this.rested - this.reported >= REPORTED)
      this.tell(Math.floor(this.from + (this.to - this.from) * share))
  }

  end(): void {
    this.tell(STEPS)
  }

  private tell(done: number): void {
    this.done = Math.min(STEPS, Math.max(this.done, done))
    this.reported = performance.now()
    this.work.progress({
      stage: this.stage,
      done: this.done,
      total: STEPS,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cost: null,
    })
  }
}

/**
 * Calls a function for each item, and lets other work run in between. Throws the signal's reason if the run
 * is canceled.
 */
export async function forEachPaced<Item>(
  items: readonly Item[],
  pace: WorkPacer,
  each: (item: Item, at: number) => void,
): Promise<void> {
  for (const [at, item] of items.entries()) {
    each(item, at)
    if (pace.isDue()) await pace.rest(at / items.length)
  }
}
