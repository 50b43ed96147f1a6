/** Time as the coach needs it: passed in, so that no test waits. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs something later, unless the function that it returns is called before. */
  after(milliseconds: number, run: () => void): () => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Resolves after a time. Rejects with the signal's reason as soon as it is aborted. */
export function waitFor(
  milliseconds: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener("abort", stop)
      resolve()
    })
    const stop = () => {
      cancel()
      reject(signal.reason as Error)
    }
    signal.addEventListener("abort", stop, { once: true })
  })
}
