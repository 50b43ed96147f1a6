import { type Actor, boundAgent } from "@/lib/memory/teams/actor"

/** The stored author of a proposal. `key` distinguishes supporters. */
export interface ProposalAuthor {
  readonly kind: "person" | "token" | "system"
  readonly id: string
  readonly name: string
  /** Agent that proposes, if an access token acts for an agent. Else null. */
  readonly agent: string | null
  readonly key: string
}

/**
 * Returns the author of a proposal. A token that is bound to an agent acts as that agent. Any other token
 * acts as `author` if the request names one, or else as the agent whose memory it writes.
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
 * True if the actor is the machine's own token without an agent. That token acts for the owner, so the limits
 * of agents do not apply.
 */
export const isMachine = (actor: Actor): boolean =>
  actor.kind === "token" && actor.teamId === null && !actor.asAgent
