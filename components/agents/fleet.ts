import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { AgentState } from "@/lib/memory/agents/agent-state"
import type { ReceiptStanding } from "@/lib/memory/deliveries/receipt-standing"

export interface Named {
  slug: string
  name: string
}

/** An agent as the fleet lists it: what `showFleet` answers with. */
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
  /** Twelve weeks, the oldest first. */
  weeks: number[]
  updatedOn: string | null
  problems: number
  /** That nobody has acknowledged. */
  alerts: { open: number; worst: AlertSeverity | null }
  state: AgentState
  /** Whether its memory reaches it, and when it last did (ISO instant). */
  loaded: { standing: ReceiptStanding; at: string | null }
}

export interface FleetCategory extends Named {
  coordinator: string | null
  writePolicy: string
}

export function agentPath(team: string, project: string, agent: string): string {
  return `/t/${team}/agents/${encodeURIComponent(project)}/${encodeURIComponent(agent)}`
}

export function categoryPath(team: string, category: string): string {
  return `/t/${team}/category/${encodeURIComponent(category)}`
}

/** A memory file, at one of its lines where one is named. */
export function filePath(team: string, file: string, line?: number): string {
  return `/t/${team}/memory/${file}${line === undefined ? "" : `?line=${line}`}`
}
