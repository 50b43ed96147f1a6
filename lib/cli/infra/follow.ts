import { setTimeout as pause } from "node:timers/promises"
import { EventEmitter, once } from "node:events"
import { isOutOfReach } from "./http-client"
import type { Screen } from "./command"
import { refuse } from "./exit-codes"

/**
 * Milliseconds before the first poll. A small value makes short runs end immediately. Each pause is 1.5 times
 * as long as the previous one, up to LONGEST_LOOK.
 */
const FIRST_LOOK = 25
const LONGEST_LOOK = 500
/** Milliseconds to wait for a server that restarts. The server continues the run after the restart. */
const PATIENCE = 60_000

interface Followed<Run> {
  /** The run as it began. If null, the run is read first. */
  readonly begun: Run | null
  read(this: void): Promise<Run>
  isRunning(this: void, run: Run): boolean
  /** Returns the progress line. `elapsed`: milliseconds. */
  progress(this: void, run: Run, elapsed: number): string
}

/** Waits for the end of a run and shows its progress. Returns the ended run. */
export async function follow<Run>(
  screen: Screen,
  { begun, read, isRunning, progress }: Followed<Run>,
): Promise<Run> {
  const start = Date.now()
  let lastAnswer = start
  let run = begun
  for (let wait = FIRST_LOOK; run === null || isRunning(run); wait = Math.min(wait * 1.5, LONGEST_LOOK)) {
    if (run !== null) {
      screen.progress(progress(run, lastAnswer - start))
      await pause(wait)
    }
    run = await readPatiently(screen, read)
    lastAnswer = Date.now()
  }
  screen.progress(null)
  return run
}

async function readPatiently<Run>(screen: Screen, read: () => Promise<Run>): Promise<Run> {
  for (const until = Date.now() + PATIENCE; ;) {
    try {
      return await read()
    } catch (cause) {
      if (!isOutOfReach(cause) || Date.now() > until) throw cause
      screen.progress("The server is unreachable. Retrying")
      await pause(LONGEST_LOOK)
    }
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const

/**
 * Runs `work` and returns its result. Ctrl-C stops waiting for it, runs `cancel` and throws with the message
 * of `told`. A second Ctrl-C ends the process immediately.
 */
export async function cancelOnInterrupt<T>(
  cancel: () => Promise<void>,
  work: () => Promise<T>,
  told: () => string,
): Promise<T> {
  const interruption = new EventEmitter()
  const interrupt = () => interruption.emit("asked")
  const interrupted = once(interruption, "asked").then(() => "interrupted" as const)
  for (const signal of SIGNALS) process.once(signal, interrupt)
  try {
    const ended = await Promise.race([work().then((value) => ({ value })), interrupted])
    if (ended !== "interrupted") return ended.value
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, interrupt)
  }
  const failure = await cancel().then(
    () => null,
    (cause: Error) => cause.message,
  )
  if (failure === null) throw refuse("cancelled", told())
  throw refuse("cancelled", `interrupted, but the run could not be canceled: ${failure}`)
}
