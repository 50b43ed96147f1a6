import type { AccessTokenRow } from "@/lib/db/teams/access-tokens"
import type { Person } from "@/lib/db/teams/people"
import type { Actor, PersonActor, SystemActor, TokenActor } from "@/lib/memory/teams/actor"

/** Creates an actor. No other function does. Callers must have checked the identity. */
const mint = (who: PersonActor | TokenActor | SystemActor): Actor => who as Actor

/** Returns the actor of a person. `through` names the command line that acts for them. */
export function personActor(
  { id, name, owner, memberships }: Pick<Person, "id" | "name" | "owner" | "memberships">,
  through?: string,
): Actor {
  return mint({ kind: "person", id, name, owner, memberships, ...(through === undefined ? {} : { through }) })
}

export function tokenActor({
  id,
  name,
  rights,
  teamId,
  projectId,
  agent,
  ancestors,
  mintedBy,
  expiresAt,
}: Omit<AccessTokenRow, "userId">): Actor {
  return mint({ kind: "token", id, name, rights, teamId, projectId, agent, ancestors, mintedBy, expiresAt })
}

/** Returns the actor with the permissions of an agent. A system actor stays unchanged. */
export const limitToAgent = (actor: Actor): Actor =>
  actor.kind === "system" ? actor : mint({ ...actor, asAgent: true })

/**
 * Returns the actor of the server itself, for imports at start and scheduled jobs. Must not be used for
 * requests.
 */
export function systemActor(): Actor {
  return mint({ kind: "system", id: "system", name: "Quarterdeck" })
}
