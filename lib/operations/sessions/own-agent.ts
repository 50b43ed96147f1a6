import { type Actor, boundAgent } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"

interface Named {
  readonly agent?: string | undefined
  /** Counts where the access token is bound to no agent. */
  readonly defaultAgent?: string | undefined
}

/** Returns the agent that is named, or the one that the access token speaks for: it speaks for no other. */
export function ownAgent(actor: Actor, named: Named): Outcome<string> {
  const bound = boundAgent(actor)
  const agent = named.agent ?? bound ?? named.defaultAgent ?? null
  if (agent === null) return refused("invalid", "agent: say which agent it is, by the name of its memory")
  if (bound !== null && bound !== agent)
    return refused(
      "forbidden",
      `${agent}: this access token speaks for ${bound} alone; use one that is made for ${agent}, or for any agent`,
    )
  return done(agent)
}
