import type { DraftClaim } from "@/lib/memory/coach/draft"
import { roundTo } from "@/lib/memory/numbers/round"

/** A claim with how much a reader gains by it, for choosing among many. */
export interface Finding extends DraftClaim {
  readonly worth: number
  /** Entries that it is about: of two findings about mostly the same, one is told. */
  readonly about: ReadonlySet<string>
  /** Whose memory it tells of most. */
  readonly from: string
}

/** Of one kind so many are weighed against the others. */
export const MOST = 120

export const worthiest = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => b.worth - a.worth || (a.text < b.text ? -1 : 1)).slice(0, MOST)

export const round = (value: number): number => roundTo(Math.min(1, Math.max(0, value)), 2)
