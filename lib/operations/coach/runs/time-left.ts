import type { CoachProgress } from "@/lib/coach/coach"

interface Step {
  readonly at: number
  readonly done: number
}

/** So far back is looked for how fast it goes. */
const LOOK_BACK_MS = 60_000
/** Before that nothing is said: the first steps are no pace. */
const SAY_AFTER_MS = 1_000

/** How many seconds of work are left, from how fast it went of late. Null: too little is known. Times in milliseconds. */
export function paceOf(): (now: Pick<CoachProgress, "done" | "total">, at: number) => number | null {
  let steps: Step[] = []
  return ({ done, total }, at) => {
    if ((steps.at(-1)?.done ?? 0) > done) steps = [] // another count has begun
    steps.push({ at, done })
    // The last one from before the time that is looked at stays: from it on it is known how it went.
    const from = steps.findLastIndex((one) => one.at <= at - LOOK_BACK_MS)
    if (from > 0) steps = steps.slice(from)
    const [first] = steps
    if (!first || at - first.at < SAY_AFTER_MS || done <= first.done) return null
    return Math.ceil(((total - done) * (at - first.at)) / (done - first.done) / 1_000)
  }
}
