import type { AccessTokenRow } from "@/lib/db/teams/access-tokens"
import type { Person } from "@/lib/db/teams/people"
import type { Actor, PersonActor, SystemActor, TokenActor } from "@/lib/memory/teams/actor"

/** The only place where an Actor comes into being: past this line somebody has checked who it is. */
const mint = (who: PersonActor | TokenActor | SystemActor): Actor => who as Actor

/** `through`: the command line that speaks for them, where it is not their browser. */
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

/** The same, as far as an agent may speak with their key. */
export const asAgent = (actor: Actor): Actor =>
  actor.kind === "system" ? actor : mint({ ...actor, asAgent: true })

/** The server itself: imports at start, scheduled work. Never on behalf of a request. */
export function systemActor(): Actor {
  return mint({ kind: "system", id: "system", name: "Quarterdeck" })
}
