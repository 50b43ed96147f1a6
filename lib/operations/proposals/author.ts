import { type Actor, boundAgent } from "@/lib/memory/teams/actor"

/** The author of a proposal as it is stored. `key` tells supporters apart. */
export interface ProposalAuthor {
  readonly kind: "person" | "token" | "system"
  readonly id: string
  readonly name: string
  /** The agent that proposes, if an access token stands for an agent. */
  readonly agent: string | null
  readonly key: string
}

/**
 * Returns the author of a proposal. A token that is bound to an agent acts as that agent. Any other token
 * acts as the agent that the request names, or else as the agent whose memory it writes.
 */
export function authorOf(
  actor: Actor,
  named: { author?: string | undefined; agent?: string | undefined },
): ProposalAuthor {
  const agent = actor.kind === "person" ? null : (boundAgent(actor) ?? named.author ?? named.agent ?? null)
  return {
    kind: actor.kind,
    id: actor.id,
    name: actor.name,
    agent,
    key: agent === null ? `${actor.kind}:${actor.id}` : `agent:${agent}`,
  }
}

/**
 * Returns whether the actor is the machine's own token without an agent. That token acts for the owner, so no
 * limit of an agent applies to it.
 */
export const isMachine = (actor: Actor): boolean =>
  actor.kind === "token" && actor.teamId === null && !actor.asAgent
