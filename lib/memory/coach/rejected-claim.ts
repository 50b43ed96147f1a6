import type { ClaimKind } from "./kinds"

/** A claim with its text and the entries that it cites. */
export interface ComparableClaim {
  readonly kind: ClaimKind
  readonly text: string
  readonly cites: readonly { readonly entry: string; readonly text: string }[]
}

/** Lowest share of common citations with unchanged text from which two claims count as the same. */
const LEAST_SHARED = 0.5

/**
 * True if a curator rejected the claim before: a claim of the same kind with the same text, or with mostly
 * the same unchanged entries. If cited entries have changed, the claim may now be correct.
 */
export function wasRejected(claim: ComparableClaim, rejected: readonly ComparableClaim[]): boolean {
  return rejected.some(
    (one) => one.kind === claim.kind && (one.text === claim.text || shareOf(claim, one) >= LEAST_SHARED),
  )
}

function shareOf(one: ComparableClaim, other: ComparableClaim): number {
  const texts = new Map(other.cites.map(({ entry, text }) => [entry, text]))
  const shared = one.cites.filter(({ entry, text }) => texts.get(entry) === text).length
  return shared / Math.max(1, one.cites.length + other.cites.length - shared)
}
