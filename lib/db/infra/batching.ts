import { findUnavailable, type UnavailableKind } from "./unavailable"
import { apartFromRequest } from "./keyed-request"

/** Answers each of its keys, in their order. */
type LookUp<Key, Answer> = (keys: readonly Key[]) => Promise<readonly Answer[]>

interface Asker<Key, Answer> {
  readonly key: Key
  readonly answered: (answer: Answer) => void
  readonly failed: (cause: unknown) => void
}

/** More at once make one statement long rather than the whole quick. */
const MOST = 64

/**
 * Lets those who ask at the same time be answered by one statement: while one is under way the next askers gather, and the next statement is
 * theirs. Whoever asks alone waits for nobody. What is answered was read after it was asked for. Where a statement for several fails, each of
 * them is asked for by itself, so that nobody fails for another.
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
      // After whatever else came with the same turn of the event loop.
      if (!going) going = (setImmediate(() => void apartFromRequest(go)), true)
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

/** One asker alone may get through where several wait too long or deadlock. */
const EACH_AGAIN: ReadonlySet<UnavailableKind> = new Set(["slow", "contended"])

function failsForAll(cause: unknown): boolean {
  const unavailable = findUnavailable(cause)
  return unavailable !== null && !EACH_AGAIN.has(unavailable.kind)
}
