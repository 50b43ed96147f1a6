import type { CoachProgress } from "@/lib/coach/coach"

interface Step {
  readonly at: number
  readonly done: number
}

/** Period over which the pace is measured. */
const LOOK_BACK_MS = 60_000
/** No estimate before this time, because the first steps are not representative. */
const SAY_AFTER_MS = 1_000

/**
 * Returns a function that estimates the remaining seconds from the recent pace, or null if too little is
 * known. Times are in milliseconds.
 */
export function paceOf(): (now: Pick<CoachProgress, "done" | "total">, at: number) => number | null {
  let steps: Step[] = []
  return ({ done, total }, at) => {
    if ((steps.at(-1)?.done ?? 0) > done) steps = [] // A new count has started.
    steps.push({ at, done })
    // Keeps the last step before the period as the starting point.
    const from = steps.findLastIndex((one) => one.at <= at - LOOK_BACK_MS)
    if (from > 0) steps = steps.slice(from)
    const [first] = steps
    if (!first || at - first.at < SAY_AFTER_MS || done <= first.done) return null
    return Math.ceil(((total - done) * (at - first.at)) / (done - first.done) / 1_000)
  }
}
