/** Clock and timer of the coach. Tests pass their own, so that they need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` after some milliseconds. Returns a function that cancels the call. */
  after(milliseconds: number, run: () => void): () => void
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Resolves after some milliseconds. Rejects with the signal's reason as soon as the signal aborts. */
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
