import { AsyncLocalStorage } from "node:async_hooks"

/**
 * A request with an idempotency key. `actor`: id of the caller. `key`: SHA-256 of the key. `request`: SHA-256
 * of the request.
 */
export interface KeyedRequest {
  readonly actor: string
  /** Name of the operation. */
  readonly operation: string
  readonly key: string
  readonly request: Uint8Array<ArrayBuffer>
  /** True if the answer is not stored because it contains a secret. */
  readonly shownOnce: boolean
  /** Progress of the request. `claimed`: its key is claimed. `answered`: its final answer is stored. */
  readonly reached: { claimed: boolean; answered: boolean }
}

/** Thrown if another request has claimed the key. The answer of that request can be read. */
export class KeyTakenError extends Error {
  constructor() {
    super("another request just used this idempotency key")
  }
}

const underWay = new AsyncLocalStorage<KeyedRequest>()

/**
 * Runs `work` for a request with an idempotency key. The first transaction of `work` claims the key, and each
 * one stores its answer. Throws `KeyTakenError` if another request has claimed the key.
 */
export function withIdempotencyKey<T>(request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  return underWay.run(request, work)
}

/** Returns the current request, or null if it has no key. */
export function keyedRequest(): KeyedRequest | null {
  return underWay.getStore() ?? null
}

/**
 * True if the current request with an idempotency key is for this operation. False if another operation calls
 * this one.
 */
export function isForOperation(operation: string): boolean {
  return keyedRequest()?.operation === operation
}

/** Runs work that continues after the request. The transactions of this work do not belong to the request. */
export function outsideRequest<T>(work: () => T): T {
  return underWay.exit(work)
}
