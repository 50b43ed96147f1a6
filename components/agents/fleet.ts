import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { AgentState } from "@/lib/memory/agents/agent-state"
import type { ReceiptStanding } from "@/lib/memory/deliveries/receipt-standing"

export interface Named {
  slug: string
  name: string
}

/** An agent in the fleet, as `showFleet` returns it. */
export interface FleetAgent {
  id: string
  name: string
  project: Named
  /** Slug of its category. */
  category: string | null
  optedOut: boolean
  cold: boolean
  predecessor: { name: string; project: string; lines: number } | null
  lines: number
  budget: number | null
  limit: number | null
  pastCut: number
  files: number
  entries: number
  stale: number
  sessions: number
  /** Activity of twelve weeks, oldest first. */
  weeks: number[]
  updatedOn: string | null
  problems: number
  /** Alerts that are not acknowledged. */
  alerts: { open: number; worst: AlertSeverity | null }
  state: AgentState
  /** The delivery state of its memory, and the last delivery as an ISO instant. */
  loaded: { standing: ReceiptStanding; at: string | null }
}

export interface FleetCategory extends Named {
  coordinator: string | null
  writePolicy: string
}
