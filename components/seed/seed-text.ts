import { shortPath } from "@/components/text/short-path"
import { count } from "@/components/data/count"
import { describeMoment } from "@/components/data/instant-text"
import type { Tone } from "@/components/ui/tag"
import { SURE_CONFIDENCE, type WhyLeftOut } from "@/lib/memory/seed/seed-entry"
import { createsProposals } from "./inbox/seed-inbox-text"
import type { EntryPlacement, SeedPlan, PlanBody, Predecessor, SeedState } from "./seed-types"

const SURENESS = [
  { from: 0.8, words: "certain" },
  { from: SURE_CONFIDENCE, words: "likely" },
  { from: 0, words: "uncertain" },
] as const

/** Returns "certain", "likely" or "uncertain". */
export const confidenceLabel = (confidence: number): string =>
  SURENESS.find(({ from }) => confidence >= from)?.words ?? "uncertain"

/** Reasons for leaving out an entry, those that can be reversed first. */
export const LEFT_OUT_REASONS: readonly { readonly why: WhyLeftOut; readonly words: string }[] = [
  { why: "budget", words: "Over budget" },
  { why: "person", words: "Left out manually" },
  { why: "guard", words: "Flagged" },
  { why: "other-role", words: "For another role" },
  { why: "duplicate", words: "Duplicate" },
  { why: "instructions", words: "Already in the instructions" },
  { why: "stale", words: "Stale" },
  { why: "noise", words: "Noise" },
  { why: "retired", words: "Retired" },
]

export const STATE_LOOK: Record<SeedState, { readonly words: string; readonly tone: Tone }> = {
  waiting: { words: "waiting", tone: "neutral" },
  applied: { words: "applied", tone: "good" },
  proposed: { words: "proposed", tone: "good" },
  fresh: { words: "starts fresh", tone: "neutral" },
  dropped: { words: "discarded", tone: "neutral" },
  undone: { words: "undone", tone: "neutral" },
}

/** The effect of an undo, for states that can be undone. */
export const UNDO_EFFECTS: Partial<Record<SeedState, string>> = {
  applied: "removes the seeded entries from the file",
  proposed: "withdraws its pending proposals",
  fresh: "marks the agent as cold again",
  dropped: "restores the plan",
}

/** Returns the target of a plan: "contract-tester", "testing (category)". */
export const planName = ({ agent, category }: Pick<PlanBody, "agent" | "category">): string =>
  agent ?? (category === null ? "a category" : `${category} (category)`)

/**
 * Returns the default predecessors in the same project: those that the documents name, otherwise the best
 * match.
 */
export function likelyPredecessors(all: readonly Predecessor[]): readonly Predecessor[] {
  const proposed = all.filter(({ here }) => here)
  const named = proposed.filter(({ why }) => why === "documents' pair")
  return named.length > 0 ? named : proposed.slice(0, 1)
}

/** Returns a list of names: "architect", "architect and planner", "architect, planner and 2 more". */
export function namesOf(names: readonly string[]): string {
  const [first = "", second, ...more] = names
  if (second === undefined) return first
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`
}

/** Returns the name of a source: its agent, otherwise the end of its path. */
export const sourceName = ({
  agent,
  path,
}: {
  readonly agent: string | null
  readonly path: string
}): string => agent ?? shortPath(path)

/** True if a placement should be reviewed, whether the entry is included or left out. */
export const isUnsure = ({ confidence }: Pick<EntryPlacement, "confidence">): boolean =>
  confidence < SURE_CONFIDENCE

type Applied = Pick<PlanBody, "path" | "target" | "file" | "may">

/**
 * Returns the label of the apply button: "Apply: creates … with 38 entries, 61 lines", "Propose: 38 additions
 * to …".
 */
export function applyLabel(plan: Applied, entries: number, lines: number): string {
  const {
    path,
    file,
    may: { people },
  } = plan
  if (createsProposals(plan))
    return `Propose ${count(entries, "addition")} to ${path}${people > 1 ? ` (${people} approvals each)` : ""}`
  return `Apply: ${file === null ? "creates" : "fills"} ${path} with ${count(entries, "entry", "entries")} (${count(lines, "line")})`
}

/**
 * Returns the outcome of a plan: "Applied by Mara Reyes 3 min ago: 38 entries in …, revision 1". `now`: ISO
 * instant.
 */
export function planDecisionWords(
  plan: Pick<SeedPlan, "state" | "path" | "decided" | "revision" | "proposals">,
  entries: number,
  now: string,
): string {
  const by = plan.decided === null ? "" : ` by ${plan.decided.by} ${describeMoment(plan.decided.at, now)}`
  switch (plan.state) {
    case "applied":
      return `Applied${by}: ${count(entries, "entry", "entries")} in ${plan.path}${plan.revision === null ? "" : `, revision ${plan.revision}`}`
    case "proposed":
      return `Proposed${by}: ${count(plan.proposals.length || entries, "addition")} to ${plan.path}`
    case "fresh":
      return `Set to start fresh${by}`
    case "dropped":
      return `Discarded${by}: nothing was written`
    case "undone":
      return `Undone${by}: the plan’s changes were reverted`
    case "waiting":
      return "Waiting for review"
  }
}
