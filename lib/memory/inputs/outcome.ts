/** What an operation answers: expected outcomes are values, surprises throw. `reason` comes from a closed list, `message` is for people. */
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
  /** Names the thing, the place and the way out. */
  readonly message: string
  /** What helps whoever is refused to go on: the texts of a stale write, say. Every door gives it beside the message. */
  readonly details?: Readonly<Record<string, unknown>>
}

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const refused = (reason: RefusalReason, message: string, details?: Refusal["details"]): Refusal => ({
  ok: false,
  reason,
  message,
  ...(details === undefined ? {} : { details }),
})
