import { findUnavailable, type UnavailableKind } from "./database-unavailable"
import { outsideRequest } from "./keyed-request"

/** Returns the answers in the order of the keys. */
type LookUp<Key, Answer> = (keys: readonly Key[]) => Promise<readonly Answer[]>

interface Asker<Key, Answer> {
  readonly key: Key
  readonly answered: (answer: Answer) => void
  readonly failed: (cause: unknown) => void
}

/** Maximum number of keys. Longer statements do not save time. */
const MOST = 64

/**
 * Returns a function that reads one key and batches concurrent calls. While one statement runs, further calls
 * are collected for the next one. A single caller does not wait. Answers are always read after the call. If a
 * statement for several keys fails, each key is read alone, so that one key cannot make others fail.
 */
export function batched<Key, Answer>(lookUp: LookUp<Key, Answer>): (key: Key) => Promise<Answer> {
  let waiting: Asker<Key, Answer>[] = []
  let going = false
  const go = async () => {
    going = true
    try {
      while (waiting.length > 0) {
        const now = waiting.slice(0, MOST)
        waiting = waiting.slice(MOST)
        await answer(lookUp, now)
      }
    } finally {
      going = false
    }
  }
  return (key) =>
    new Promise((answered, failed) => {
      waiting.push({ key, answered, failed })
      // Runs after all callers of the same turn of the event loop.
      if (!going) going = (setImmediate(() => void outsideRequest(go)), true)
    })
}

async function answer<Key, Answer>(
  lookUp: LookUp<Key, Answer>,
  askers: readonly Asker<Key, Answer>[],
): Promise<void> {
  try {
    const answers = await lookUp(askers.map((one) => one.key))
    for (const [place, { answered }] of askers.entries()) answered(answers[place] as Answer)
  } catch (cause) {
    if (askers.length === 1 || failsForAll(cause)) return askers.forEach((one) => one.failed(cause))
    for (const one of askers) await answer(lookUp, [one])
  }
}

/**
 * Kinds of failure after which each key is read alone, because a single key may succeed where several wait
 * too long or deadlock.
 */
const EACH_AGAIN: ReadonlySet<UnavailableKind> = new Set(["slow", "contended"])

function failsForAll(cause: unknown): boolean {
  const unavailable = findUnavailable(cause)
  return unavailable !== null && !EACH_AGAIN.has(unavailable.kind)
}
