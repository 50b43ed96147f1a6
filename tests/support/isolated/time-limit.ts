import { runInThisContext } from "node:vm"

/** Much longer than the work takes: only work that never ends reaches it. */
const LIMIT_MS = 30_000

/**
 * Runs `work` and returns its result. Throws `ERR_SCRIPT_EXECUTION_TIMEOUT` after 30 seconds, even in the middle of a regular
 * expression, so that a test of work that never ends fails and does not hang.
 */
export function withTimeLimit<Result>(work: () => Result): Result {
  const results: Result[] = []
  Object.assign(globalThis, { limitedWork: () => void results.push(work()) })
  runInThisContext("limitedWork()", { timeout: LIMIT_MS })
  const [result] = results
  return result as Result
}
