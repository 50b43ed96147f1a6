import { shortPath } from "@/components/context/short-path"
import { count } from "@/components/data/count"
import { describeMoment } from "@/components/data/moment"
import type { Tone } from "@/components/ui/tag"
import type { WhyLeftOut } from "@/lib/memory/seed/seed-entry"
import { proposes } from "./waiting/waiting-seed-text"
import type { Placement, Plan, PlanBody, Predecessor, SeedState } from "./seed-types"

/** Below this one should look at it. */
export const SURE = 0.5

const SURENESS = [
  { from: 0.8, words: "sure" },
  { from: SURE, words: "likely" },
  { from: 0, words: "unsure" },
] as const

/** "sure", "likely", "unsure". */
export const sureWords = (confidence: number): string =>
  SURENESS.find(({ from }) => confidence >= from)?.words ?? "unsure"

/** In the order in which one wants to look at them: what could still go in, first. */
export const WHY_LEFT: readonly { readonly why: WhyLeftOut; readonly words: string }[] = [
  { why: "budget", words: "No room" },
  { why: "person", words: "Left out by hand" },
  { why: "guard", words: "Held back by the guard" },
  { why: "other-role", words: "For another role" },
  { why: "duplicate", words: "Said already" },
  { why: "instructions", words: "In the instructions" },
  { why: "stale", words: "Stale" },
  { why: "noise", words: "Noise" },
  { why: "retired", words: "Retired" },
]

export const STATE_LOOK: Record<SeedState, { readonly words: string; readonly tone: Tone }> = {
  waiting: { words: "waits", tone: "neutral" },
  applied: { words: "applied", tone: "good" },
  proposed: { words: "proposed", tone: "good" },
  fresh: { words: "starts fresh", tone: "neutral" },
  dropped: { words: "dropped", tone: "neutral" },
  undone: { words: "undone", tone: "neutral" },
}

/** What taking it back does; left out for what cannot be. */
export const UNDOES: Partial<Record<SeedState, string>> = {
  applied: "takes the seeded entries out of the file",
  proposed: "withdraws its proposals that wait",
  fresh: "the agent is cold again",
  dropped: "the plan waits again",
}

/** Whom or what a plan is for: "contract-tester", "all of testing". */
export const planName = ({ agent, category }: Pick<PlanBody, "agent" | "category">): string =>
  agent ?? `all of ${category ?? "a category"}`

/** Whom one would begin with without being asked, of the same project: those that the documents name, else the best. */
export function likelyPredecessors(all: readonly Predecessor[]): readonly Predecessor[] {
  const proposed = all.filter(({ here }) => here)
  const named = proposed.filter(({ why }) => why === "documents' pair")
  return named.length > 0 ? named : proposed.slice(0, 1)
}

/** "architect", "architect and planner", "architect, planner and 2 more". */
export function namesOf(names: readonly string[]): string {
  const [first = "", second, ...more] = names
  if (second === undefined) return first
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`
}

/** Whose memory it is, in few words: the agent's, else the end of its path. */
export const sourceName = ({
  agent,
  path,
}: {
  readonly agent: string | null
  readonly path: string
}): string => agent ?? shortPath(path)

/** Unsure entries are counted and shown alike wherever a plan is looked at: those that go in as well as those left out. */
export const isUnsure = ({ confidence }: Pick<Placement, "confidence">): boolean => confidence < SURE

type Applied = Pick<PlanBody, "path" | "target" | "file" | "may">

/** What applying does: "Apply: makes … with 38 entries, 61 lines", "Propose: 38 additions to …". */
export function applyWords(plan: Applied, entries: number, lines: number): string {
  const {
    path,
    file,
    may: { people },
  } = plan
  if (proposes(plan))
    return `Propose: ${count(entries, "addition")} to ${path}${people > 1 ? `, each for ${people} people to approve` : ""}`
  return `Apply: ${file === null ? "makes" : "fills"} ${path} with ${count(entries, "entry", "entries")}, ${count(lines, "line")}`
}

/** What came of it: "Applied by Mara Reyes 3 min ago: 38 entries in …, revision 1". `now`: ISO instant. */
export function decidedWords(
  plan: Pick<Plan, "state" | "path" | "decided" | "revision" | "proposals">,
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
      return `Starts fresh, decided${by}`
    case "dropped":
      return `Dropped${by}: nothing was written`
    case "undone":
      return `Undone${by}: what it wrote is taken back`
    case "waiting":
      return "Waits for a decision"
  }
}

/** With a capital and a full stop. */
export const sentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?…”]$/.test(words) ? "" : "."}`
