import type { DraftClaim } from "@/lib/memory/coach/draft"
import { roundTo } from "@/lib/memory/numbers/round"

/** A claim with how much a reader gains by it, for choosing among many. */
export interface Finding extends DraftClaim {
  readonly worth: number
  /** Ids of the entries that it is about. Of two findings about mostly the same entries, one is included. */
  readonly about: ReadonlySet<string>
  /** Source of most of its entries. */
  readonly from: string
}

/** Maximum number of findings of one kind that are compared with the others. */
export const MAX_FINDINGS_OF_KIND = 120

export const mostUsefulFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => b.worth - a.worth || (a.text < b.text ? -1 : 1)).slice(0, MAX_FINDINGS_OF_KIND)

export const roundShare = (value: number): number => roundTo(Math.min(1, Math.max(0, value)), 2)
