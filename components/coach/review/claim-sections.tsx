import type { ReactNode } from "react"
import { CLAIM_KINDS, claimsHeading } from "@/components/coach/claim-kind-names"
import { byKind, type Claim } from "./review-types"

interface ClaimSectionsProps {
  claims: readonly Claim[]
  drawn: (claim: Claim) => ReactNode
}

/** The claims of a synthesis by kind. */
export function ClaimSections({ claims, drawn }: ClaimSectionsProps) {
  return byKind(claims, CLAIM_KINDS).map((group) => (
    <section key={group.kind} aria-label={claimsHeading(group.kind)} className="mt-4">
      <h2 className="px-4 pb-1 text-sm text-ink-2 md:px-7">
        {claimsHeading(group.kind)}{" "}
        <span className="font-normal text-ink-3 tabular-nums">{group.claims.length}</span>
      </h2>
      <ul>
        {group.claims.map((one) => (
          <li key={one.position}>{drawn(one)}</li>
        ))}
      </ul>
    </section>
  ))
}
