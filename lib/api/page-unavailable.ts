import type { AsyncLocalStorage } from "node:async_hooks"
import { findUnavailable } from "@/lib/operations/infra/database-unavailable"

/** State of a request while lib/launch/http-server.mjs answers it. */
interface OpenRequest {
  /**
   * Seconds until the client should retry. Set once the request failed because the database cannot answer.
   */
  retryAfter?: number
}

/**
 * The global object. The HTTP server and the pages are bundled separately, so they share the storage through
 * it.
 */
const shared = globalThis as { [key: symbol]: AsyncLocalStorage<OpenRequest> | undefined }

/**
 * Marks the current request as failed because of the database, for the HTTP server. The response is then 503
 * with Retry-After instead of 500. Other errors are ignored.
 */
export function noteRequestError(error: unknown): void {
  const open = shared[Symbol.for("quarterdeck.requests")]?.getStore()
  const unavailable = findUnavailable(error)
  if (open && unavailable) open.retryAfter = unavailable.retryAfter
}
