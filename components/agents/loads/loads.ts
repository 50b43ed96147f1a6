import { formatCount } from "@/lib/memory/text/sentence"
import type { OutputOf } from "@/lib/http/contract"

export type LoadingAgent = OutputOf<"fleet.loads">["agents"][number]

export type AgentFileLoad = Omit<NonNullable<OutputOf<"fleet.loads">["agent"]>["files"][number], "proofs">

export type ReachingFile = OutputOf<"fleet.loads">["files"][number]

export type Proof = NonNullable<OutputOf<"fleet.loads">["file"]>["readers"][number]["proofs"][number]

export type LoadMatrix = NonNullable<OutputOf<"fleet.loads">["matrix"]>

/** The meaning of each character of the matrix. */
export const CELLS: Readonly<Record<string, { words: string; short: string; look: string }>> = {
  " ": { words: "not loaded", short: "", look: "" },
  s: { words: "loaded at session start, according to the format", short: "start", look: "bg-raised" },
  d: { words: "loaded on demand, according to the format", short: "demand", look: "" },
  S: {
    words: "loaded at session start; confirmed by a delivery record",
    short: "start ✓",
    look: "heat-1 font-medium",
  },
  D: { words: "loaded on demand; confirmed by a delivery record", short: "demand ✓", look: "heat-1" },
  p: {
    words: "loaded according to a delivery record, but not expected",
    short: "✓",
    look: "bg-caution-wash",
  },
}

export const GROUP_WORDS: Readonly<Record<AgentFileLoad["group"], string>> = {
  instructions: "instructions",
  workspace: "workspace",
  project: "project",
  category: "category",
  own: "own memory",
}

/** Returns the number of readers of a file: "loaded by 14 agents, confirmed for 3 in 2 harnesses". */
export function reachWords({ agents, proven, harnesses }: ReachingFile): string {
  return proven === 0
    ? `loaded by ${formatCount(agents, "agent")}, not confirmed`
    : `loaded by ${formatCount(agents, "agent")}, confirmed for ${proven.toLocaleString("en")} in ${formatCount(harnesses.length, "harness", "harnesses")}`
}
