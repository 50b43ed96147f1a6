/** Result of an operation: expected outcomes are values, other errors throw. `reason` is from a closed list, `message` is for display. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal

export const REFUSAL_REASONS = [
  "not-found",
  "forbidden",
  "unauthenticated",
  "invalid",
  "stale",
  "conflict",
  "too-large",
  "too-many",
  "unavailable",
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export interface Refusal {
  readonly ok: false
  readonly reason: RefusalReason
  /** Message for display: what failed, where, and the next step. */
  readonly message: string
  /** Data that helps the caller to continue, such as the texts of a stale write. Every interface returns it with the message. */
  readonly details?: Readonly<Record<string, unknown>>
}

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const refused = (reason: RefusalReason, message: string, details?: Refusal["details"]): Refusal => ({
  ok: false,
  reason,
  message,
  ...(details === undefined ? {} : { details }),
})
