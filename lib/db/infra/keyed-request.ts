import { AsyncLocalStorage } from "node:async_hooks"

/** A request that may be sent again: who asks, under which key (its SHA-256), and what (SHA-256). */
export interface KeyedRequest {
  readonly actor: string
  /** What is asked, by its name. */
  readonly operation: string
  readonly key: string
  readonly request: Uint8Array<ArrayBuffer>
  /** The answer is nothing to be kept: it shows a secret once. */
  readonly shownOnce: boolean
  /** How far it has come. */
  readonly reached: { claimed: boolean; answered: boolean }
}

/** Another request with this key came first; its answer can be read now. */
export class KeyTaken extends Error {
  constructor() {
    super("this idempotency key was just used by another request")
  }
}

const underWay = new AsyncLocalStorage<KeyedRequest>()

/** Does its work so that the first transaction of it takes the key, and each keeps its answer. Throws `KeyTaken`. */
export function underKey<T>(request: KeyedRequest, work: () => Promise<T>): Promise<T> {
  return underWay.run(request, work)
}

/** The request whose work this is; null where it has no key. */
export function keyedRequest(): KeyedRequest | null {
  return underWay.getStore() ?? null
}

/** Whether it is this operation that was asked for under a key, and not another one that makes use of it. */
export function isAskedFor(operation: string): boolean {
  return keyedRequest()?.operation === operation
}

/** Does work that goes on when the request is answered: its transactions are not the request's. */
export function apartFromRequest<T>(work: () => T): T {
  return underWay.exit(work)
}
