import { Tag, type Tone } from "@/components/ui/tag"
import { formatCount } from "@/lib/memory/text/sentence"
import type { AgentState } from "@/lib/memory/agents/agent-state"

const TONES: Record<AgentState, Tone> = {
  "past-cut": "danger",
  broken: "danger",
  "open-errors": "danger",
  "over-budget": "caution",
  "filling-up": "caution",
  stale: "caution",
  "open-warnings": "caution",
  cold: "neutral",
  "opted-out": "neutral",
  healthy: "good",
}

export const AGENT_STATE_NAMES: Record<AgentState, string> = {
  "past-cut": "truncated",
  broken: "malformed file",
  "open-errors": "open errors",
  "over-budget": "over budget",
  "filling-up": "filling up",
  stale: "stale",
  "open-warnings": "open warnings",
  cold: "cold",
  "opted-out": "opted out",
  healthy: "healthy",
}

interface StateTagProps {
  state: AgentState
  /** Optional line counts to show in the tag. */
  pastCut?: number
  over?: number
}

export function StateTag({ state, pastCut = 0, over = 0 }: StateTagProps) {
  return <Tag tone={TONES[state]}>{stateWords({ state, pastCut, over })}</Tag>
}

function stateWords({ state, pastCut = 0, over = 0 }: StateTagProps): string {
  if (state === "past-cut" && pastCut > 0) return `${formatCount(pastCut, "line")} truncated`
  if (state === "over-budget" && over > 0) return `${formatCount(over, "line")} over budget`
  return AGENT_STATE_NAMES[state]
}
