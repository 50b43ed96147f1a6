export interface LoadingAgent {
  name: string
  project: string
  category: string | null
  optedOut: boolean
  start: number
  onDemand: number
  lines: number
  /** Harnesses that confirmed a load; "" for an unnamed harness. */
  harnesses: string[]
  proven: number
}

export interface AgentFileLoad {
  file: string
  path: string
  project: string
  agent: string | null
  category: string | null
  group: "instructions" | "workspace" | "project" | "category" | "own"
  moment: "start" | "on-demand"
  lines: number
}

export interface ReachingFile extends AgentFileLoad {
  agents: number
  harnesses: string[]
  proven: number
}

export interface Proof {
  /** Null: unnamed harness. */
  harness: string | null
  at: string
  revision: number
  behind: boolean
}

export interface LoadMatrix {
  files: { file: string; path: string }[]
  /** One character per file, see `CELLS`. */
  agents: { name: string; project: string; cells: string }[]
}

/** The meaning of each character of the matrix. */
export const CELLS: Readonly<Record<string, { words: string; short: string; look: string }>> = {
  " ": { words: "not loaded", short: "", look: "" },
  s: { words: "loaded at session start, according to the format", short: "start", look: "bg-raised" },
  d: { words: "loaded on demand, according to the format", short: "demand", look: "" },
  S: {
    words: "loaded at session start, confirmed by delivery",
    short: "start ✓",
    look: "heat-1 font-medium",
  },
  D: { words: "loaded on demand, confirmed by delivery", short: "demand ✓", look: "heat-1" },
  p: { words: "loaded according to a delivery, but not expected", short: "✓", look: "bg-caution-wash" },
}

export const GROUP_WORDS: Readonly<Record<AgentFileLoad["group"], string>> = {
  instructions: "instructions",
  workspace: "workspace",
  project: "project",
  category: "category",
  own: "own memory",
}

/** Returns the readers of a file: "loaded by 14 agents, confirmed for 3 in 2 harnesses". */
export function reachWords({ agents, proven, harnesses }: ReachingFile): string {
  const many = (number: number, one: string, more: string) =>
    `${number.toLocaleString("en")} ${number === 1 ? one : more}`
  return proven === 0
    ? `loaded by ${many(agents, "agent", "agents")}, not confirmed`
    : `loaded by ${many(agents, "agent", "agents")}, confirmed for ${proven.toLocaleString("en")} in ${many(harnesses.length, "harness", "harnesses")}`
}
