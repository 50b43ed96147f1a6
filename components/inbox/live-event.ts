import { ownValue } from "@/lib/memory/text/own-value"
import type { AlertState } from "@/lib/memory/alerts/kinds"
import type { ConflictState } from "@/components/conflicts/conflict-types"
import type { SynthesisState } from "@/lib/memory/coach/kinds"
import type { SeedPlanState } from "@/components/seed/waiting/waiting-seed-types"
import type { ProposalState } from "@/components/proposals/proposal-types"

/** What the server tells of every change in a team. */
export interface LiveEvent {
  number: string | number
  kind: string
  by: string
  byId: string
  /** Left out where there are too many to name. */
  proposals?: Changed[]
  conflicts?: Changed[]
  syntheses?: Changed[]
  seeds?: Changed[]
  alerts?: { id: string; state: AlertState }[]
}

/** An item that the change concerns. A state that is left out is none that was decided. */
export interface Changed {
  id: string
  state?: ProposalState | ConflictState | SynthesisState | SeedPlanState
  verdict?: string
  /** Of a seed plan whose entries were moved: the one that it has since. */
  version?: number
}

const DONE: Record<string, string> = {
  approved: "Approved",
  edited: "Approved with edits",
  merged: "Merged",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  resolved: "Resolved",
  dismissed: "Said to be no conflict",
  gone: "Settled",
  applied: "Applied",
  proposed: "Proposed entry by entry",
  dropped: "Dropped",
  fresh: "Said to start fresh",
  published: "Published",
  replaced: "Published, and replaced since,",
}

/** "Approved by Mara Reyes". */
export function struckWords({ verdict, state }: Pick<Changed, "verdict" | "state">, by: string): string {
  // A seed plan that is taken back waits no more, whoever took it back.
  if (state === "undone") return "Undone: what it wrote is gone. Plan it again under Seed"
  return `${ownValue(DONE, verdict ?? "") ?? ownValue(DONE, state ?? "") ?? "Decided"} by ${by}`
}

/** Null for what is no event of ours. */
export function readLiveEvent(data: string): LiveEvent | null {
  try {
    const event = JSON.parse(data) as LiveEvent | null
    return event && typeof event.kind === "string" ? event : null
  } catch {
    return null // a proxy's own words, not an event of ours
  }
}
