import type { DraftClaim } from "@/lib/memory/coach/draft"
import { roundTo } from "@/lib/memory/numbers/round"

/** A possible claim. `worth`: usefulness for the reader, used to select the best findings. */
export interface Finding extends DraftClaim {
  readonly worth: number
  /**
   * IDs of the entries that the finding is about, or other keys. A finding is left out if at least half of
   * its keys belong to findings that were selected before.
   */
  readonly about: ReadonlySet<string>
  /** Key of the source that the finding is mainly about. */
  readonly from: string
}

/** Maximum number of findings of one kind that are compared with the others. */
export const MAX_FINDINGS_OF_KIND = 120

export const mostUsefulFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => b.worth - a.worth || (a.text < b.text ? -1 : 1)).slice(0, MAX_FINDINGS_OF_KIND)

export const roundShare = (value: number): number => roundTo(Math.min(1, Math.max(0, value)), 2)
