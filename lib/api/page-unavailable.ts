import type { AsyncLocalStorage } from "node:async_hooks"
import { findUnavailable } from "@/lib/operations/infra/database-unavailable"

/** State of a request while lib/launch/http-server.mjs answers it. */
interface OpenRequest {
  /** Seconds; set once the request failed because the database cannot answer. */
  retryAfter?: number
}

/** The HTTP server and the pages are bundled separately, so they share the storage through the global object. */
const shared = globalThis as { [key: symbol]: AsyncLocalStorage<OpenRequest> | undefined }

/** Tells the HTTP server that the current request failed because of the database. The response is then 503 with Retry-After instead of 500. */
export function noteRequestError(error: unknown): void {
  const open = shared[Symbol.for("quarterdeck.requests")]?.getStore()
  const unavailable = findUnavailable(error)
  if (open && unavailable) open.retryAfter = unavailable.retryAfter
}
