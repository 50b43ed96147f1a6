import { refused } from "@/lib/memory/inputs/outcome"
import { findUnavailable } from "@/lib/operations/infra/database-unavailable"
import { problem } from "./error-responses"

/** Returns a 503 response with Retry-After if `cause` says that the database is unavailable, else null. */
export function unavailableProblem(cause: unknown): Response | null {
  const found = findUnavailable(cause)
  return (
    found &&
    problem(refused("unavailable", found.message), { headers: { "retry-after": String(found.retryAfter) } })
  )
}

/**
 * Wraps a route handler so that it responds with 503 while the database is unavailable. Other errors pass
 * through.
 */
export function guardDatabase<Args extends unknown[]>(
  handler: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    try {
      return await handler(...args)
    } catch (cause) {
      const answer = unavailableProblem(cause)
      if (answer) return answer
      throw cause
    }
  }
}
