import type { Diagnostic } from "../memory-files/format"

/**
 * States of an agent, most severe first. The first one that applies is shown, but an agent that opted out has
 * no other state.
 */
export const AGENT_STATES = [
  "past-cut",
  "broken",
  "open-errors",
  "over-budget",
  "filling-up",
  "stale",
  "open-warnings",
  "cold",
  "opted-out",
  "healthy",
] as const
export type AgentState = (typeof AGENT_STATES)[number]

export interface AgentStateFacts {
  readonly optedOut: boolean
  readonly entries: number
  readonly lines: number
  /** Soft budget in lines; null: none. */
  readonly budget: number | null
  /** True if lines and budget are those of category memory, because the agent has no memory of its own. */
  readonly shared: boolean
  /** Lines that the harness never loads. */
  readonly pastCut: number
  readonly brokenFiles: number
  readonly stale: number
  /** Worst severity of the agent's open alerts, null: none. */
  readonly worstAlert: Diagnostic["severity"] | null
  /** ISO date of the last change, null: never. */
  readonly updatedOn: string | null
}

/** Share of the budget from which a file is said to fill up. */
const FILLING = 0.9

/** Share of entries from which an agent's memory is called stale as a whole. */
const MOSTLY = 0.5

/** Returns the state of an agent. An agent with an open error or warning is never healthy. */
export function stateOf(agent: AgentStateFacts): AgentState {
  if (agent.optedOut) return "opted-out"
  if (agent.pastCut > 0) return "past-cut"
  if (agent.brokenFiles > 0) return "broken"
  if (agent.worstAlert === "error") return "open-errors"
  if (agent.entries === 0) return "cold"
  return sizeState(agent) ?? ageState(agent) ?? (agent.worstAlert === "warning" ? "open-warnings" : "healthy")
}

function sizeState({ budget, lines, shared }: AgentStateFacts): AgentState | null {
  if (budget === null || shared) return null
  if (lines > budget) return "over-budget"
  return lines >= budget * FILLING ? "filling-up" : null
}

const ageState = ({ stale, entries }: AgentStateFacts): AgentState | null =>
  stale > 0 && stale >= entries * MOSTLY ? "stale" : null
