import { EventEmitter, once } from "node:events"
import { refuse } from "./exit-codes"

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
