import { type Actor, includesRight, isMachineToken, type TokenRight } from "./actor"

/** A requested access token. */
export interface WantedToken {
  readonly rights: readonly TokenRight[]
  readonly projectId: string | null
  readonly agent: string | null
  /** Null: no expiry was requested. The token then expires with the token that creates it, or never. */
  readonly expiresAt: Date | null
}

/**
 * Returns why an actor may not create this access token, or null. An access token cannot create a token with
 * more rights, a wider project, another agent or a later expiry. People and the machine's own token are
 * limited by `can` alone.
 */
export function whyMayNotMint(
  actor: Actor,
  { rights, projectId, agent, expiresAt }: WantedToken,
): string | null {
  if (actor.kind !== "token" || isMachineToken(actor)) return null
  const beyond = rights.find((right) => !includesRight(actor.rights, right))
  if (beyond) return `rights: an access token cannot grant a permission that it does not have (${beyond})`
  if (actor.projectId !== null && projectId !== actor.projectId)
    return "project: an access token bound to a project can only create tokens for that project"
  if (actor.agent !== null && agent !== actor.agent)
    return `agent: an access token bound to ${actor.agent} can only create tokens for ${actor.agent}`
  if (actor.expiresAt !== null && expiresAt !== null && expiresAt > actor.expiresAt)
    return `expiresAt: the new token must not outlive the access token that creates it, which expires on ${actor.expiresAt.toISOString()}`
  return null
}

/**
 * Returns the expiry of a new token: the requested one, else that of the token that creates it. Null: never.
 * Does not check the requested expiry; `whyMayNotMint` does.
 */
export function endOfMinted(actor: Actor, wanted: Date | null): Date | null {
  return actor.kind === "token" ? (wanted ?? actor.expiresAt) : wanted
}

/**
 * Returns the ancestors and the root creator of a token that an actor creates. The machine's own token is a
 * root creator, as a person is.
 */
export function tokenAncestry(actor: Actor): { ancestors: string[]; mintedBy: string | null } {
  if (actor.kind === "system") return { ancestors: [], mintedBy: null }
  if (actor.kind === "person" || isMachineToken(actor)) return { ancestors: [], mintedBy: actor.id }
  return { ancestors: [actor.id, ...actor.ancestors], mintedBy: actor.mintedBy }
}
