import { compareStatements } from "@/lib/memory/comparison/compare-statements"
import { MOST_CITATIONS } from "@/lib/memory/coach/kinds"
import type { VerifiedClaim } from "./verify-claims"

/** Maximum number of claims with which a claim is compared. */
const MOST_COMPARED = 300

/**
 * Returns the claims with duplicates of the same kind merged. The claim with the higher confidence is kept,
 * with the citations of both. Keeps the order.
 */
export function joinDuplicateClaims(claims: readonly VerifiedClaim[]): VerifiedClaim[] {
  const joined: VerifiedClaim[] = []
  for (const claim of claims) {
    const place =
      joined.length > MOST_COMPARED
        ? -1
        : joined.findIndex(
            (one) =>
              one.kind === claim.kind &&
              /^(?:same|duplicate)$/.test(compareStatements(one.text, claim.text).kind),
          )
    const same = joined[place]
    if (!same) joined.push(claim)
    else {
      const surer = claim.confidence > same.confidence ? claim : same
      joined[place] = {
        ...surer,
        cited: [
          ...new Map([...same.cited, ...claim.cited].map((seen) => [seen.entry.id, seen])).values(),
        ].slice(0, MOST_CITATIONS),
      }
    }
  }
  return joined
}

/**
 * Returns the most important claims, at most `most`, without duplicates. Ranked by the model's confidence and
 * the number of cited agents.
 */
export function mostImportantClaims(claims: readonly VerifiedClaim[], most: number): VerifiedClaim[] {
  const weight = ({ confidence, cited }: VerifiedClaim) =>
    confidence + 0.1 * Math.min(5, new Set(cited.map(({ entry }) => `${entry.project}\0${entry.agent}`)).size)
  const ranked = claims.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST_COMPARED)
  return joinDuplicateClaims(ranked).slice(0, most)
}
