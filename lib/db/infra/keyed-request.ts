import { AsyncLocalStorage } from "node:async_hooks"

/** A request with an idempotency key: the caller, the key's SHA-256, and the request's SHA-256. */
export interface KeyedRequest {
  readonly actor: string
  /** Name of the operation. */
  readonly operation: string
  readonly key: string
  readonly request: Uint8Array<ArrayBuffer>
  /** True if the answer is not stored because it contains a secret. */
  readonly shownOnce: boolean
  /** Progress: the key is claimed, the answer is stored. */
  readonly reached: { claimed: boolean; answered: boolean }
}

/** Thrown if another request with this key came first. Its answer can be read now. */
export class KeyTakenError extends Error {
  constructor() {
    super("another request just used this idempotency key")
  }
}

const underWay = new AsyncLocalStorage<KeyedRequest>()

/**
 * Runs `work` so that its first transaction claims the key and each one stores its answer. Throws `KeyTakenError`.
 */
export function withIdempotencyKey<T>(request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  return underWay.run(request, work)
}

/** Returns the current request, or null if it has no key. */
export function keyedRequest(): KeyedRequest | null {
  return underWay.getStore() ?? null
}

/** True if the request with the key is for this operation, not for another one that uses it. */
export function isForOperation(operation: string): boolean {
  return keyedRequest()?.operation === operation
}

/** Runs work that goes on after the request: its transactions do not belong to the request. */
export function outsideRequest<T>(work: () => T): T {
  return underWay.exit(work)
}
