import { inProject, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { coachedAgents } from "@/lib/db/coach/material"
import { COACH, type SynthesisKind } from "@/lib/memory/coach/kinds"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { mayNameAgent, noAgentName } from "../../proposals/target"
import { optedOutMessage } from "../../sessions/opted-out"
import type { MaterialPlace } from "../material"

/**
 * Returns the agent of an orientation, also an unknown one. Refuses agents that opted out of memory. Null for
 * a brief.
 */
export async function agentOfOrientation(
  { team, project }: MaterialPlace,
  kind: SynthesisKind,
  agent: string | undefined,
): Promise<Outcome<string | null>> {
  if (kind === "brief")
    return agent === undefined
      ? done(null)
      : refused(
          "invalid",
          "agent: does not apply to a brief, which covers the whole fleet. For a single agent, use an orientation",
        )
  if (agent === undefined) return refused("invalid", "agent: required for an orientation")
  if (agent === COACH) return refused("invalid", `agent: ${COACH} is the coach itself. Choose another agent`)
  const known = (await coachedAgents(inProject(wholeTeamUnchecked(team.id), project?.id ?? null))).filter(
    (one) => one.name === agent,
  )
  if (known.length === 0 && !mayNameAgent(agent)) return refused("invalid", noAgentName(agent))
  return known.length > 0 && known.every((one) => one.optedOut)
    ? refused("forbidden", optedOutMessage(agent))
    : done(agent)
}
