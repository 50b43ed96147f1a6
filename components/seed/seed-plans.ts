import type { OutputOf } from "@/lib/http/contract"
import { formatCount } from "@/lib/memory/text/sentence"
import { describeMoment } from "@/components/data/time-text"
import type { Tone } from "@/components/ui/tag"
import { SURE_CONFIDENCE, type WhyLeftOut } from "@/lib/memory/seed/seed-entry"
import type { FormAction } from "@/components/data/form-state"
import { createsProposals } from "./inbox/seed-inbox-text"
import { shortPath } from "@/lib/memory/memory-files/paths"

export interface NamedProject {
  readonly slug: string
  readonly name: string
}

/** An agent whose memory a new agent could start from. */
export type Predecessor = AgentWithoutMemory["predecessors"][number]

/** A cold agent, as `seed.cold` lists it. */
export type AgentWithoutMemory = OutputOf<"seed.cold">["agents"][number]

/** An agent that starts with empty memory by decision of a person. */
export type FreshAgent = OutputOf<"seed.cold">["fresh"][number]

/** Another memory that can be used as a source. */
export type OtherMemory = OutputOf<"seed.predecessors">["files"][number]

export type SeedState = PlanSummary["state"]

/** Place of an entry: "shared", "coordinator", "role:NAME" or "left-out". */
export type PlanPlace = string
export const LEFT_OUT_PLACE: PlanPlace = "left-out"

export type PlanSummary = OutputOf<"seed.list">["plans"][number]

/** An entry of a predecessor and its place in the plan. */
export type EntryPlacement = PlanBody["placements"][number]

export type PlanSection = PlanBody["sections"][number]

/** A plan that is not saved yet, as `seed.preview` returns it. */
export type PlanBody = OutputOf<"seed.preview">["plans"][number]

/** A plan, as `seed.show` returns it. */
export type SeedPlan = OutputOf<"seed.show">

/** The file that a plan would write. */
export type PlanText = OutputOf<"seed.text">

/** The context of the agent at its first session. */
export type FirstContext = OutputOf<"seed.context">

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
  proposed: "withdraws the plan’s pending proposals",
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
    return `Propose ${formatCount(entries, "addition")} to ${path}${people > 1 ? ` (${people} approvals each)` : ""}`
  return `Apply: ${file === null ? "creates" : "fills"} ${path} with ${formatCount(entries, "entry")} (${formatCount(lines, "line")})`
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
      return `Applied${by}: ${formatCount(entries, "entry")} in ${plan.path}${plan.revision === null ? "" : `, revision ${plan.revision}`}`
    case "proposed":
      return `Proposed${by}: ${formatCount(plan.proposals.length || entries, "addition")} to ${plan.path}`
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

/** The form value of a source: "agent:PROJECT/NAME" or "file:ID". */
export type SourceName = string

export const predecessorName = ({ project, agent }: Pick<Predecessor, "project" | "agent">): SourceName =>
  `agent:${project}/${agent}`
export const memoryName = ({ file }: Pick<OtherMemory, "file">): SourceName => `file:${file}`

export type SeedSource = { readonly agent: string; readonly project: string } | { readonly file: string }

/** Returns the source of a form value; null if it is invalid. */
export function sourceOf(name: SourceName): SeedSource | null {
  const [, kind, rest = ""] = /^(agent|file):(.+)$/.exec(name) ?? []
  if (kind === "file") return { file: rest }
  const slash = rest.indexOf("/")
  return kind === "agent" && slash > 0
    ? { project: rest.slice(0, slash), agent: rest.slice(slash + 1) }
    : null
}

/** The number of memories shown without a search. */
const SHOWN = 8

/**
 * Returns the memories that match by agent, path, category or project: at most `SHOWN`, and all selected
 * ones. `more`: number of other matches.
 */
export function foundMemories(
  files: readonly OtherMemory[],
  words: string,
  ticked: ReadonlySet<SourceName>,
): { readonly shown: readonly OtherMemory[]; readonly more: number } {
  const asked = words.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (one: OtherMemory) =>
    asked.every((word) =>
      `${one.agent ?? ""} ${one.path} ${one.category ?? ""} ${one.project}`.toLowerCase().includes(word),
    )
  const found = files.filter(fits)
  const first = new Set(found.slice(0, SHOWN))
  const shown = files.filter((one) => first.has(one) || ticked.has(memoryName(one)))
  return { shown, more: found.filter((one) => !first.has(one) && !ticked.has(memoryName(one))).length }
}

/** The action for readers without the right. No button calls it. */
export const forbiddenAction: FormAction = () =>
  Promise.resolve({ error: "Your role does not allow this action. Ask a team lead to do it." })
