/** Thrown if too many calls are waiting in a work queue. */
export class TooManyWaitingError extends Error {}

/**
 * Returns a function that runs one task at a time, in the order of the calls. The function throws
 * `TooManyWaitingError` if `waiting` calls are waiting already.
 */
export function createWorkQueue({ waiting }: { waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let standing = 0
  return async (work) => {
    if (standing > waiting) throw new TooManyWaitingError(`${standing} are already waiting`)
    standing += 1
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      standing -= 1
    }
  }
}
