import { ownValue } from "@/lib/memory/text/own-value"

/**
 * Days until an entry should be verified again, by type. `other`: all other types, and entries without a
 * type.
 */
export type VerificationDays = Readonly<Record<string, number>>

export const DEFAULT_VERIFICATION: VerificationDays = {
  other: 180,
  decision: 365,
  convention: 365,
  pattern: 180,
  preference: 365,
  project: 90,
  reference: 180,
  feedback: 180,
  user: 365,
}

/**
 * Returns the days of verification for a type: the policy's value for the type, else its value for `other`,
 * else the built-in value.
 */
export function verificationDays(days: VerificationDays, type: string | null): number {
  const own = (name: string, of: VerificationDays) => ownValue(of, name)
  const named =
    type === null
      ? undefined
      : (own(type, days) ?? (own("other", days) === undefined ? own(type, DEFAULT_VERIFICATION) : undefined))
  return named ?? own("other", days) ?? (DEFAULT_VERIFICATION.other as number)
}

/**
 * Spread of expiry dates as a share of the days, so that entries verified together do not expire on one day.
 */
export const EXPIRY_SPREAD = 0.15

/** Returns the days for one entry: up to 15% less or more, always the same for the same id. The store computes this in SQL from the id's last four digits. */
export function spreadDays(days: number, id: string): number {
  const place = Number.parseInt(id.slice(-4), 16)
  const share = Number.isNaN(place) ? 0 : (place / 0xffff) * 2 * EXPIRY_SPREAD - EXPIRY_SPREAD
  return Math.max(1, Math.round(days * (1 + share)))
}

/** Returns the ISO date that is a number of days after another. */
export function datePlusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

const DAY = 86_400_000

/** Returns the ISO date until which an entry that is verified today stays verified. */
export const verifiedUntil = (
  { id, type }: { readonly id: string; readonly type: string | null },
  days: VerificationDays,
  today: string,
): string => datePlusDays(today, spreadDays(verificationDays(days, type), id))
