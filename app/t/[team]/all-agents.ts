import { valueOrNotFound } from "@/app/value-or-not-found"
import type { AgentOption } from "@/components/context/agent-context"
import type { Actor } from "@/lib/memory/teams/actor"
import { listAgents } from "@/lib/operations/agents/team-and-projects"
import { runOperation } from "@/lib/operations/operation"

/** Returns all agents of the team that have a name. Reads page by page. */
export async function allAgents(actor: Actor, team: string): Promise<AgentOption[]> {
  const agents: AgentOption[] = []
  for (let after: string | undefined, more = true; more;) {
    const page = valueOrNotFound(await runOperation(listAgents, actor, { team, after }))
    agents.push(...page.agents)
    after = page.next ?? undefined
    more = page.next !== null
  }
  return agents
}
