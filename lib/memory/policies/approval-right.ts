import { type Actor, can, isMachineToken } from "../teams/actor"
import type { PolicySettings } from "./policy"

export interface Deciding {
  readonly teamId: string
  readonly policy: PolicySettings
  /**
   * Author of the proposal. `line`: ids of the access tokens above an author that is an access token; absent
   * or empty if there are none.
   */
  readonly author: { readonly kind: string; readonly id: string; readonly line?: readonly string[] }
  /** Ids of the people who may decide on the proposal (see `decidersOf`). */
  readonly curators: readonly string[]
}

/** Returns the ids of the people who may decide where a policy applies. */
export function decidersOf(
  policy: PolicySettings,
  curators: readonly { readonly id: string; readonly owner: boolean }[],
): string[] {
  return curators.filter((one) => policy.decider === "lead" || one.owner).map((one) => one.id)
}

/** Returns why an actor may not approve a proposal; null if it may. Rejecting and withdrawing follow `whyMayNotReject`. */
export function whyMayNotApprove(actor: Actor, deciding: Deciding): string | null {
  const general = whyMayNotReject(actor, deciding)
  if (general !== null) return general
  const own = deciding.author.kind === actor.kind && deciding.author.id === actor.id
  const others = deciding.curators.filter((id) => id !== actor.id)
  // The machine's own token acts for an owner, so a second owner is needed.
  const somebodyElse = actor.kind === "person" ? others.length > 0 : others.length > 1
  if (own && somebodyElse) return "This is your own proposal. Another curator must review it"
  const authors = [deciding.author.id, ...(deciding.author.line ?? [])]
  if (invitingTokenIds(actor, deciding.teamId).some((id) => authors.includes(id)))
    return "You joined through an invitation from the access token that made this proposal. Another curator must review it"
  return null
}

/** Returns the ids of the access tokens whose invitation brought this person into the team. Empty for everyone whom people invited. */
export function invitingTokenIds(actor: Actor, teamId: string): readonly string[] {
  if (actor.kind !== "person") return []
  return actor.memberships.find((one) => one.teamId === teamId)?.cameOf ?? []
}

export function whyMayNotReject(
  actor: Actor,
  { teamId, policy }: Pick<Deciding, "teamId" | "policy">,
): string | null {
  if (actor.kind === "token" && !isMachineToken(actor))
    return "Access tokens cannot approve or reject proposals. A curator must review this proposal in the inbox"
  if (!can(actor, "curate", { teamId }))
    return "You do not have permission to review proposals. Ask a team lead"
  if (
    policy.decider === "owner" &&
    actor.kind === "person" &&
    !actor.owner &&
    actor.memberships.find((one) => one.teamId === teamId)?.role !== "owner"
  ) {
    return "The policy for this memory requires review by a team owner"
  }
  return null
}
