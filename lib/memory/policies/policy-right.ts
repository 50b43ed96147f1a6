import {
  distinguishedMemories,
  type PlacedPolicy,
  policyPlacesOf,
  policyFor,
  REVIEW_SETTINGS,
  type MemoryOwner,
} from "./policy"
import { placeWords } from "./policy-place"

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
