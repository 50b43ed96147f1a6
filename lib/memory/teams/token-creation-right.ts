import { type Actor, includesRight, isMachineToken, type TokenRight } from "./actor"

/** An access token as it is asked for. */
export interface WantedToken {
  readonly rights: readonly TokenRight[]
  readonly projectId: string | null
  readonly agent: string | null
  /** Null: no end was asked for. */
  readonly expiresAt: Date | null
}

/**
 * Returns why an actor may not mint this access token, or null. An access token mints nothing that has more rights, a wider project, another
 * agent or a longer life than itself. People and the machine's own token are limited by `can` alone.
 */
export function whyMayNotMint(
  actor: Actor,
  { rights, projectId, agent, expiresAt }: WantedToken,
): string | null {
  if (actor.kind !== "token" || isMachineToken(actor)) return null
  const beyond = rights.find((right) => !includesRight(actor.rights, right))
  if (beyond)
    return `rights: an access token cannot grant ${beyond} because the token does not have this permission`
  if (actor.projectId !== null && projectId !== actor.projectId)
    return "project: an access token bound to a project can only create tokens for that project"
  if (actor.agent !== null && agent !== actor.agent)
    return `agent: an access token bound to ${actor.agent} can only create tokens for ${actor.agent}`
  if (actor.expiresAt !== null && expiresAt !== null && expiresAt > actor.expiresAt)
    return `expiresAt: the new token must not outlive the access token that creates it, which expires on ${actor.expiresAt.toISOString()}`
  return null
}

/** Returns when a new token ends: as asked for, and never after the token that mints it. */
export function endOfMinted(actor: Actor, wanted: Date | null): Date | null {
  return actor.kind === "token" ? (wanted ?? actor.expiresAt) : wanted
}

/** Returns the ancestors and the root minter of what an actor mints. The machine's own token begins a line, as a person does. */
export function tokenAncestry(actor: Actor): { ancestors: string[]; mintedBy: string | null } {
  if (actor.kind === "system") return { ancestors: [], mintedBy: null }
  if (actor.kind === "person" || isMachineToken(actor)) return { ancestors: [], mintedBy: actor.id }
  return { ancestors: [actor.id, ...actor.ancestors], mintedBy: actor.mintedBy }
}
