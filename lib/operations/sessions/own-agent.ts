import { type Actor, boundAgent } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

interface Named {
  readonly agent?: string | undefined
  /** Used if the access token is bound to no agent. */
  readonly defaultAgent?: string | undefined
}

/**
 * Returns the named agent, or the agent that the access token is bound to. A bound token cannot act as
 * another agent.
 */
export function ownAgent(actor: Actor, named: Named): Outcome<string> {
  const bound = boundAgent(actor)
  const agent = named.agent ?? bound ?? named.defaultAgent ?? null
  if (agent === null) return refused("invalid", "agent: enter the agent's name")
  if (bound !== null && bound !== agent)
    return refused(
      "forbidden",
      `${agent}: this access token belongs to ${bound}: use a token for ${agent}, or one that is not bound to an agent`,
    )
  return done(agent)
}
