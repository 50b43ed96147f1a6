import { generalityOf } from "../agents/promotion"
import { ageInDays } from "../memory-files/entry-dates"
import { textLines } from "../text/line-differences"
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

interface Budget {
  /** Maximum number of lines of the file. */
  readonly lines: number
  /** Number of lines of the file without entries: title, headings and blank lines. */
  readonly overhead: number
}

export interface IncludedPlacement extends SeedPlacement {
  readonly place: FilePlace
}

export const isIncluded = (one: SeedPlacement): one is IncludedPlacement => one.place.kind !== "left-out"

/** Returns the number of lines of an entry, including wrapped lines and nested items. */
export const lineCountOfEntry = ({ text }: Pick<SeedPlacement, "text">): number =>
  Math.max(1, textLines(text.trim()).length)

/** Returns the number of lines of the file with the included entries. */
export const fileLines = (placements: readonly SeedPlacement[], overhead: number): number =>
  placements.filter(isIncluded).reduce((sum, one) => sum + lineCountOfEntry(one), overhead)

/**
 * Leaves out the least useful entries until the file fits, and includes others again if there is room. Usefulness is confidence, recency
 * and generality; entries that a person moved are left out last. Keeps nothing if only the headings fit.
 */
export function fitBudget(
  placements: readonly SeedPlacement[],
  { lines, overhead }: Budget,
): SeedPlacement[] {
  const all = placements.map(withRoom)
  const newest = all
    .reduce((day, { date }) => (date !== null && date > day ? date : day), "1970-01-01")
    .slice(0, 10)
  const ranked = all
    .filter(isIncluded)
    .map((one) => ({ one, use: useOf(one, newest) }))
    .toSorted((a, b) => b.use - a.use || (a.one.entry < b.one.entry ? -1 : 1))
  let free = lines - overhead
  const kept = new Set<string>()
  for (const { one } of ranked) {
    if (lineCountOfEntry(one) > free) continue
    kept.add(one.entry)
    free -= lineCountOfEntry(one)
  }
  return all.map((one) => (isIncluded(one) && !kept.has(one.entry) ? withoutRoom(one, lines) : one))
}

export const MOVED_BY_PERSON = "moved by a person"

function withRoom(one: SeedPlacement): SeedPlacement {
  if (one.place.kind !== "left-out" || one.place.why !== "budget" || one.place.was === undefined) return one
  return { ...one, ...one.place.was }
}

function withoutRoom({ place, reason, confidence, ...one }: IncludedPlacement, lines: number): SeedPlacement {
  return {
    ...one,
    place: { kind: "left-out", why: "budget", was: { place, reason, confidence } },
    reason: `ranked below the entries that already fill the ${lines}-line budget`,
    confidence: 0.6,
  }
}

const WEIGHTS = { confidence: 0.4, recency: 0.25, generality: 0.35 }
const HALF_LIFE_DAYS = 90
const UNDATED = 0.4

/** Returns the usefulness of an entry, 0–1; 2 if a person placed it. */
function useOf(one: IncludedPlacement, newest: string): number {
  if (one.reason === MOVED_BY_PERSON) return 2
  const now = new Date(`${newest}T00:00:00Z`)
  const age = ageInDays(one.date, now)
  const recency = age === null ? UNDATED : 0.5 ** (age / HALF_LIFE_DAYS)
  const { score } = generalityOf(
    {
      text: one.text,
      type: null,
      confidence: null,
      date: one.date,
      approved: false,
      forOneRole: one.place.kind === "role",
    },
    now,
  )
  return WEIGHTS.confidence * one.confidence + WEIGHTS.recency * recency + WEIGHTS.generality * score
}
