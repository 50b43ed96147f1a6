import { shown } from "@/app/value-or-not-found"
import type { Choosable } from "@/components/context/context-types"
import type { Actor } from "@/lib/memory/teams/actor"
import { listAgents } from "@/lib/operations/agents/names"
import { ask } from "@/lib/operations/operation"

/** Whom one may choose among: all that have a name, whatever their number. */
export async function allAgents(actor: Actor, team: string): Promise<Choosable[]> {
  const agents: Choosable[] = []
  for (let after: string | undefined, more = true; more;) {
    const page = shown(await ask(listAgents, actor, { team, after }))
    agents.push(...page.agents)
    after = page.next ?? undefined
    more = page.next !== null
  }
  return agents
}
