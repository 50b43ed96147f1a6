import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

interface Named {
  readonly agent?: string | undefined
  /** Agent to use if the request names none and the access token is bound to none. */
  readonly defaultAgent?: string | undefined
}

/**
 * Returns the named agent, or the agent that the access token is bound to, or the default agent. Refuses
 * another agent than the bound one, and a request without any agent.
 */
export function ownAgent(actor: Actor, named: Named): Outcome<string> {
  const bound = boundAgent(actor)
  const agent = named.agent ?? bound ?? named.defaultAgent ?? null
  if (agent === null) return refused("invalid", "agent: enter the agent's name")
  if (bound !== null && bound !== agent)
    return refused(
      "forbidden",
      `${agent}: this access token belongs to ${bound}. Use a token for ${agent}, or a token that is not bound to an agent`,
    )
  return done(agent)
}
