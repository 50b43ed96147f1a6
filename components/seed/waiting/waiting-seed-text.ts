import { count } from "@/components/data/count"
import type { WhyLeftOut } from "@/lib/memory/seed/seed-entry"
import type { SeedPlacement, SeedPlanDetail, SeedPlanState, SeedPlanSummary } from "./waiting-seed-types"

export function seedPlanPath(team: string, plan: string): string {
  return `/t/${team}/seed/${plan}`
}

/** Whom it is for: an agent, or all of a category. */
export const seededOf = ({ agent, category }: Pick<SeedPlanSummary, "agent" | "category">): string =>
  agent ?? `the memory of ${category ?? "a category"}`

/** "architect", "architect and planner", "architect, planner and 2 more". */
export function fromWords(names: readonly string[]): string {
  const [first = "nobody", second, ...others] = names
  if (second === undefined) return first
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`
}

/** "Seed structure-architect: 38 entries from architect, 61 of 100 lines". */
export function seedHeadline(
  plan: Pick<SeedPlanSummary, "agent" | "category" | "placed" | "from" | "lines" | "budget">,
): string {
  return `Seed ${seededOf(plan)}: ${count(plan.placed, "entry", "entries")} from ${fromWords(plan.from)}, ${plan.lines.toLocaleString("en")} of ${plan.budget.toLocaleString("en")} lines`
}

const WHY_WORDS: Readonly<Record<WhyLeftOut, string>> = {
  stale: "stale",
  retired: "retired",
  noise: "noise",
  "other-role": "of another role",
  duplicate: "said already",
  instructions: "in the instructions already",
  guard: "flagged",
  budget: "no room",
  person: "left out by a person",
}

/** "4 stale, 2 said already"; empty where nothing was left out. */
export function leftOutWords({ counts: { leftOut } }: Pick<SeedPlanDetail, "counts">): string {
  return (Object.entries(leftOut) as [WhyLeftOut, number][])
    .filter(([, number]) => number > 0)
    .toSorted((a, b) => b[1] - a[1])
    .map(([why, number]) => `${number.toLocaleString("en")} ${WHY_WORDS[why]}`)
    .join(", ")
}

/** Whether each of its entries becomes a proposal: the memory has content, or one person alone does not write there. */
export const proposes = ({ target, may }: Pick<SeedPlanDetail, "target" | "may">): boolean =>
  target === "has-content" || may.people > 1

/** What the button of the verdict says: what comes of it. */
export function applyWords(
  plan: Pick<SeedPlanDetail, "target" | "may" | "sections" | "lines" | "budget" | "path">,
): string {
  const entries = plan.sections.reduce((sum, one) => sum + one.entries, 0)
  if (proposes(plan))
    return `Propose: ${count(entries, "entry", "entries")} for ${plan.path}, ${plan.target === "has-content" ? "which has content" : "where two people approve"}`
  return `Apply: writes ${count(entries, "entry", "entries")}, ${plan.lines.toLocaleString("en")} of ${plan.budget.toLocaleString("en")} lines, to ${plan.path}`
}

/** Why it cannot be applied as it stands; null: it can. */
export function hindranceOf({ may, target, over, sections }: SeedPlanDetail): string | null {
  if (!may.decide) return may.why ?? "A lead of the team decides"
  if (target === "opted-out") return "The agent has opted out of memory: nothing is written for it"
  if (over > 0) return `It is ${count(over, "line")} over its budget: open it with E and leave some out`
  return sections.every((one) => one.entries === 0) ? "Nothing is placed in it: open it with E" : null
}

/** From there on a placement is sure enough to be read last. */
const SURE = 0.6

/** What the plan is least sure of, that first: entries in the file as well as those left out. What a person placed is sure. */
export function unsureOf({ placements }: SeedPlanDetail): SeedPlacement[] {
  return placements
    .filter((one) => !one.byHand && one.confidence < SURE)
    .toSorted((a, b) => a.confidence - b.confidence)
}

const DONE: Readonly<Record<SeedPlanState, string>> = {
  waiting: "Waits",
  applied: "Applied",
  proposed: "Proposed entry by entry",
  fresh: "Starts fresh",
  dropped: "Dropped",
  undone: "Undone",
}
export const SEED_TAGS: Readonly<Record<SeedPlanState, string>> = {
  waiting: "seed plan",
  applied: "applied",
  proposed: "proposed",
  fresh: "starts fresh",
  dropped: "dropped",
  undone: "undone",
}

/** "Applied by Mara Reyes". */
export const seedDecidedWords = (state: SeedPlanState, by: string | null): string =>
  `${DONE[state]}${by === null ? "" : ` by ${by}`}`

/** Why a plan is dropped, as people usually say it. */
export const DROP_REASONS: readonly { readonly key: string; readonly words: string }[] = [
  "The agent should start fresh",
  "The predecessors are the wrong ones",
  "The predecessors’ memory is not good enough",
  "The agent is not needed any more",
].map((words, place) => ({ key: String(place + 1), words }))
