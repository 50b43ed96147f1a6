import { type Actor, can, isMachineToken } from "../teams/actor"
import {
  type PolicySettings,
  distinguishedMemories,
  type PlacedPolicy,
  policyPlacesOf,
  policyFor,
  REVIEW_SETTINGS,
  type MemoryOwner,
} from "./policy"
import { placeWords } from "./policy-place"

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
    return "The policy for this memory requires review by a team owner. Ask a team owner"
  }
  return null
}

/**
 * Returns why someone who is not an owner may not change a policy this way; null if they may. Where an owner decides, only an owner sets
 * the review rules. Otherwise a lead could bypass them by a more specific place or by inheritance.
 */
export function whyOwnersOnly(
  before: readonly PlacedPolicy[],
  after: readonly PlacedPolicy[],
  changed: string,
): string | null {
  const [was, is] = [byPlace(before), byPlace(after)]
  for (const whose of distinguishedMemories([...before, ...after].filter(saysOfReview))) {
    const places = policyPlacesOf(whose)
    if (!places.includes(changed)) continue
    const decider = places.findLast((place) => was.get(place)?.settings.decider !== undefined)
    if (decider === undefined || was.get(decider)?.settings.decider !== "owner") continue
    if (reviewOf(was, whose) !== reviewOf(is, whose))
      return `decisions for ${placeWords(decider)} require a team owner, so only a team owner can change this policy`
  }
  return null
}

const saysOfReview = ({ settings }: PlacedPolicy): boolean =>
  REVIEW_SETTINGS.some((setting) => settings[setting] !== undefined)

type ByPlace = ReadonlyMap<string, PlacedPolicy>

const byPlace = (policies: readonly PlacedPolicy[]): ByPlace =>
  new Map(policies.map((one) => [one.place, one]))

/** Returns the review settings for a memory. Reads only its own policies, because a team may have thousands. */
function reviewOf(policies: ByPlace, whose: MemoryOwner): string {
  const held = policyFor(
    policyPlacesOf(whose).flatMap((place) => policies.get(place) ?? []),
    whose,
  )
  return JSON.stringify(REVIEW_SETTINGS.map((setting) => held[setting]))
}
