import type { OutputOf } from "@/lib/http/contract"
import { type WhyLeftOut } from "@/lib/memory/seed/seed-entry"
import { formatCount } from "@/lib/memory/text/sentence"

export type SeedPlanState = SeedPlanSummary["state"]

/** A seed plan in the inbox, as `GET /seed/plans` returns it. Instants are ISO. */
export type SeedPlanSummary = OutputOf<"seed.list">["plans"][number]

export type SeedPlacement = SeedPlanDetail["placements"][number]

/** A seed plan with all details that the inbox shows, as `GET /seed/plans/{plan}` returns it. */
export type SeedPlanDetail = OutputOf<"seed.show">

export function planSummary(plan: SeedPlanDetail): SeedPlanSummary {
  const {
    id,
    agent,
    category,
    project,
    path,
    state,
    by,
    at,
    decided,
    lines,
    budget,
    placements,
    from,
    version,
    snoozedUntil,
  } = plan
  const leftOut = placements.filter(({ place }) => place === "left-out").length
  const names = [...new Set(from.map((one) => one.agent ?? one.path))]
  return {
    id,
    agent,
    category,
    project,
    path,
    state,
    by,
    at,
    decidedBy: decided?.by ?? null,
    decidedAt: decided?.at ?? null,
    lines,
    budget,
    placed: placements.length - leftOut,
    leftOut,
    from: names,
    version,
    snoozedUntil,
  }
}

/** Returns the name of the target of a plan: an agent or a category memory. */
export const seedTargetName = ({ agent, category }: Pick<SeedPlanSummary, "agent" | "category">): string =>
  agent ?? (category === null ? "a category memory" : `the ${category} category memory`)

/** Returns a list of names: "architect", "architect and planner", "architect, planner and 2 more". */
export function fromWords(names: readonly string[]): string {
  const [first = "no predecessor", second, ...others] = names
  if (second === undefined) return first
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`
}

/** Returns the title of a plan: "Seed structure-architect: 38 entries from architect, 61 of 100 lines". */
export function seedHeadline(
  plan: Pick<SeedPlanSummary, "agent" | "category" | "placed" | "from" | "lines" | "budget">,
): string {
  return `Seed ${seedTargetName(plan)}: ${formatCount(plan.placed, "entry")} from ${fromWords(plan.from)}, ${plan.lines.toLocaleString("en")} of ${plan.budget.toLocaleString("en")} lines`
}

const WHY_WORDS: Readonly<Record<WhyLeftOut, string>> = {
  stale: "stale",
  retired: "retired",
  noise: "noise",
  "other-role": "for another role",
  duplicate: "duplicate",
  instructions: "already in the instructions",
  guard: "flagged",
  budget: "over budget",
  person: "left out manually",
}

/** Returns the counts of entries left out: "4 stale, 2 duplicate"; empty if there are none. */
export function leftOutWords({ counts: { leftOut } }: Pick<SeedPlanDetail, "counts">): string {
  return (Object.entries(leftOut) as [WhyLeftOut, number][])
    .filter(([, number]) => number > 0)
    .toSorted((a, b) => b[1] - a[1])
    .map(([why, number]) => `${number.toLocaleString("en")} ${WHY_WORDS[why]}`)
    .join(", ")
}

/** True if each entry becomes a proposal: the memory has entries, or needs several approvals. */
export const createsProposals = ({ target, may }: Pick<SeedPlanDetail, "target" | "may">): boolean =>
  target === "has-content" || may.people > 1

export const SEED_TAGS: Readonly<Record<SeedPlanState, string>> = {
  waiting: "seed plan",
  applied: "applied",
  proposed: "proposed",
  fresh: "starts fresh",
  dropped: "discarded",
  undone: "undone",
}
