import type { OutputOf } from "@/lib/http/contract"
import { SURE_CONFIDENCE, type WhyLeftOut } from "@/lib/memory/seed/seed-entry"
import { count } from "@/components/data/count"

type SeedPlanState = SeedPlanSummary["state"]

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
  return `Seed ${seedTargetName(plan)}: ${count(plan.placed, "entry", "entries")} from ${fromWords(plan.from)}, ${plan.lines.toLocaleString("en")} of ${plan.budget.toLocaleString("en")} lines`
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

/** Returns the label of the apply button. */
export function waitingApplyLabel(
  plan: Pick<SeedPlanDetail, "target" | "may" | "sections" | "lines" | "budget" | "path">,
): string {
  const entries = plan.sections.reduce((sum, one) => sum + one.entries, 0)
  if (createsProposals(plan))
    return `Propose ${count(entries, "entry", "entries")} for ${plan.path}, ${plan.target === "has-content" ? "which already has entries" : "which needs two approvals"}`
  return `Apply: writes ${count(entries, "entry", "entries")} (${plan.lines.toLocaleString("en")} of ${plan.budget.toLocaleString("en")} lines) to ${plan.path}`
}

/** Returns the reason why a plan cannot be applied; null if it can. */
export function whyNotApplicable({ may, target, over, sections }: SeedPlanDetail): string | null {
  if (!may.decide) return may.why ?? "Only team leads can apply plans"
  if (target === "opted-out") return "The agent has opted out of memory. Turn the agent’s memory on first."
  if (over > 0)
    return `The plan is ${count(over, "line")} over budget. Press E to open the plan and leave some entries out.`
  return sections.every((one) => one.entries === 0)
    ? "The plan includes no entries. Press E to open the plan and add some."
    : null
}

/**
 * Returns the unsure entries, lowest confidence first, included or left out. Entries placed manually are
 * certain.
 */
export function unsurePlacements({ placements }: SeedPlanDetail): SeedPlacement[] {
  return placements
    .filter((one) => !one.byHand && one.confidence < SURE_CONFIDENCE)
    .toSorted((a, b) => a.confidence - b.confidence)
}

const DONE: Readonly<Record<SeedPlanState, string>> = {
  waiting: "Waiting",
  applied: "Applied",
  proposed: "Proposed",
  fresh: "Set to start fresh",
  dropped: "Discarded",
  undone: "Undone",
}
export const SEED_TAGS: Readonly<Record<SeedPlanState, string>> = {
  waiting: "seed plan",
  applied: "applied",
  proposed: "proposed",
  fresh: "starts fresh",
  dropped: "discarded",
  undone: "undone",
}

/** Returns the outcome of a plan: "Applied by Mara Reyes". */
export const seedDecidedWords = (state: SeedPlanState, by: string | null): string =>
  `${DONE[state]}${by === null ? "" : ` by ${by}`}`

/** Common reasons for discarding a plan. */
export const DROP_REASONS: readonly { readonly key: string; readonly words: string }[] = [
  "Agent should start fresh",
  "Wrong predecessors",
  "Predecessors’ memory is not good enough",
  "Agent no longer needed",
].map((words, place) => ({ key: String(place + 1), words }))
