import { type Actor, boundAgent } from "@/lib/memory/teams/actor"

/** Who asks, as it is stored with a proposal. `key` tells supporters apart. */
export interface Author {
  readonly kind: "person" | "token" | "system"
  readonly id: string
  readonly name: string
  /** The agent that asks, where an access token stands for one. */
  readonly agent: string | null
  readonly key: string
}

/** A token that is bound to an agent speaks for it; another one for the agent that it names, else for the one whose memory it writes. */
export function authorOf(
  actor: Actor,
  named: { author?: string | undefined; agent?: string | undefined },
): Author {
  const agent = actor.kind === "person" ? null : (boundAgent(actor) ?? named.author ?? named.agent ?? null)
  return {
    kind: actor.kind,
    id: actor.id,
    name: actor.name,
    agent,
    key: agent === null ? `${actor.kind}:${actor.id}` : `agent:${agent}`,
  }
}

/** The machine's own token acts for the owner, where no agent speaks with it: no limit of an agent holds for it. */
export const isMachine = (actor: Actor): boolean =>
  actor.kind === "token" && actor.teamId === null && !actor.asAgent
