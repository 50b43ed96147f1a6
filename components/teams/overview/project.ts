import type { AlertSeverity } from "@/lib/memory/alerts/kinds"
import type { AgentState } from "@/lib/memory/agents/agent-state"

/** Figures of a project, as `showProject` and `showTeam` return them. */
export interface ProjectFigures {
  slug: string
  name: string
  files: number
  entries: number
  stale: number
  /** Sum over the files with a budget. 0 if no file has one. */
  lines: number
  budget: number
  pastCutFiles: number
  pastCutLines: number
  broken: number
  updatedOn: string | null
  alerts: Record<AlertSeverity, number>
  proposals: number
  conflicts: number
  lastImportedAt: string | null
  agents: number
  states: Partial<Record<AgentState, number>>
}

export interface WaitingCounts {
  proposals: number
  conflicts: number
  alerts: number
  syntheses: number
  seedPlans: number
}

export interface CategoryFigures {
  slug: string
  name: string
  coordinator: string | null
  writePolicy: string
  agents: number
  entries: number
  proposals: number
}

export interface ProjectSource {
  id: string
  kind: string
  name: string
  files: number
  lastImportedAt: string | null
  run: { id: string; state: string } | null
  waiting: number
  writtenBack: { id: string; state: string; at: string } | null
}

export interface Harness {
  harness: string | null
  agents: number
  behind: number
  at: string
}

/** Returns the path of the inbox with filters. A null project means all projects. */
export function inboxPath(
  team: string,
  project: string | null,
  more: Readonly<Record<string, string>>,
): string {
  return `/t/${team}/inbox?${new URLSearchParams({ ...more, ...(project === null ? {} : { project }) })}`
}

/** Returns the path of the agent table, filtered by state. */
export function fleetStatePath(
  team: string,
  { project, category, state }: { project: string | null; category: string | null; state: AgentState },
): string {
  return `/t/${team}/agents?${new URLSearchParams({ ...(project === null ? {} : { project }), ...(category === null ? {} : { category }), state })}`
}
