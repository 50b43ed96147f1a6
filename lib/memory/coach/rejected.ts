import type { ClaimKind } from "./kinds"

/** A claim by what it says and rests on. */
export interface SaidClaim {
  readonly kind: ClaimKind
  readonly text: string
  readonly cites: readonly { readonly entry: string; readonly text: string }[]
}

/** Of what either rests on so much has to be the other's too. */
const LEAST_SHARED = 0.5

/**
 * Whether a claim is one that a curator rejected: of the same kind, and in the same words or for the most part about the same entries as they
 * still read. Where an entry reads otherwise now, the claim may be right where it was not.
 */
export function wasRejected(claim: SaidClaim, rejected: readonly SaidClaim[]): boolean {
  return rejected.some(
    (one) => one.kind === claim.kind && (one.text === claim.text || shareOf(claim, one) >= LEAST_SHARED),
  )
}

function shareOf(one: SaidClaim, other: SaidClaim): number {
  const texts = new Map(other.cites.map(({ entry, text }) => [entry, text]))
  const shared = one.cites.filter(({ entry, text }) => texts.get(entry) === text).length
  return shared / Math.max(1, one.cites.length + other.cites.length - shared)
}
