import type { ConflictState } from "@/components/conflict/shapes"
import type { ProposalState } from "@/components/proposal/shapes"

/** What the server tells of every change in a team. */
export interface LiveEvent {
  number: string | number
  kind: string
  by: string
  byId: string
  /** Left out where there are too many to name. */
  proposals?: Changed[]
  conflicts?: Changed[]
}

/** An item that the change concerns. A state that is left out is none that was decided. */
export interface Changed {
  id: string
  state?: ProposalState | ConflictState
  verdict?: string
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
}

/** "Approved by Mara Reyes". */
export function struckWords({ verdict, state }: Pick<Changed, "verdict" | "state">, by: string): string {
  return `${DONE[verdict ?? ""] ?? DONE[state ?? ""] ?? "Decided"} by ${by}`
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
