import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"

/** The agent that is named, or the one that an access token speaks for: it speaks for no other. */
export function ownAgent(actor: Actor, named: string | undefined): Outcome<string> {
  const bound = actor.kind === "token" ? actor.agent : null
  const agent = named ?? bound
  if (agent === null) return refused("invalid", "agent: say which agent it is, by the name of its memory")
  if (bound !== null && bound !== agent)
    return refused(
      "forbidden",
      `${agent}: this access token speaks for ${bound} alone; use one that is made for ${agent}, or for any agent`,
    )
  return done(agent)
}
