import { type Budget, MOVED_BY_PERSON, fileLines, fitBudget } from "./budget"
import { classifySeed } from "./entry-placement"
import {
  type FilePlace,
  SEED_LEFT_OUT,
  type SeedInput,
  type SeedEntry,
  type SeedPlacement,
  type WhyLeftOut,
} from "./seed-entry"

/** The content of a new memory: every entry of the predecessors, in exactly one place. */
export interface SeedPlan {
  readonly placements: readonly SeedPlacement[]
  readonly budget: Budget
  /** Number of lines that the file would have. */
  readonly lines: number
  /** Number of lines over the budget; 0 if it fits. */
  readonly over: number
  readonly counts: SeedCounts
}

export interface SeedCounts {
  readonly shared: number
  readonly coordinator: number
  /** Number of entries by role, only roles with entries. */
  readonly roles: Readonly<Record<string, number>>
  readonly leftOut: Readonly<Record<WhyLeftOut, number>>
  readonly all: number
}

/** Returns the first plan: classified, and within the budget. */
export const planSeed = (asked: SeedInput, entries: readonly SeedEntry[], budget: Budget): SeedPlan =>
  planOf(fitBudget(classifySeed(asked, entries), budget), budget)

export function planOf(placements: readonly SeedPlacement[], budget: Budget): SeedPlan {
  const lines = fileLines(placements, budget.overhead)
  return {
    placements,
    budget,
    lines,
    over: Math.max(0, lines - budget.lines),
    counts: countPlaces(placements),
  }
}

/**
 * Moves one entry to a place that a person chose, and updates counts and lines. Other entries stay, even over budget; `fitAgain` makes
 * room. Duplicates of an entry that a person leaves out stay out too. Throws `RangeError` for an unknown entry.
 */
export function movePlacement(
  plan: SeedPlan,
  entry: string,
  to: FilePlace | { readonly kind: "left-out" },
): SeedPlan {
  const moved = plan.placements.find((one) => one.entry === entry)
  if (moved === undefined) throw new RangeError(`entry ${entry} is not in the plan`)
  const { place, reason, confidence } = moved
  const was = place.kind === "left-out" ? place.was : { place, reason, confidence }
  const there =
    to.kind === "left-out" ? { kind: "left-out" as const, why: "person" as const, ...(was && { was }) } : to
  return planOf(
    plan.placements.map((one) =>
      one === moved ? { ...one, place: there, reason: MOVED_BY_PERSON, confidence: 1 } : one,
    ),
    plan.budget,
  )
}

/** Leaves out the least useful entries until the plan fits again. Entries that a person placed are left out last. */
export const fitAgain = ({ placements, budget }: SeedPlan): SeedPlan =>
  planOf(fitBudget(placements, budget), budget)

function countPlaces(placements: readonly SeedPlacement[]): SeedCounts {
  const roles = new Map<string, number>()
  const leftOut = Object.fromEntries(SEED_LEFT_OUT.map((why) => [why, 0])) as Record<WhyLeftOut, number>
  let [shared, coordinator] = [0, 0]
  for (const { place } of placements) {
    if (place.kind === "shared") shared += 1
    else if (place.kind === "coordinator") coordinator += 1
    else if (place.kind === "role") roles.set(place.role, (roles.get(place.role) ?? 0) + 1)
    else leftOut[place.why] += 1
  }
  return { shared, coordinator, roles: Object.fromEntries(roles), leftOut, all: placements.length }
}
