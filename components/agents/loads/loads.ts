export interface LoadingAgent {
  name: string
  project: string
  category: string | null
  optedOut: boolean
  start: number
  onDemand: number
  lines: number
  /** Harnesses that proved a load; "" where one did not say its name. */
  harnesses: string[]
  proven: number
}

export interface LoadedFile {
  file: string
  path: string
  project: string
  agent: string | null
  category: string | null
  group: "instructions" | "workspace" | "project" | "category" | "own"
  moment: "start" | "on-demand"
  lines: number
}

export interface ReachingFile extends LoadedFile {
  agents: number
  harnesses: string[]
  proven: number
}

export interface Proof {
  /** Null: it did not say its name. */
  harness: string | null
  at: string
  revision: number
  behind: boolean
}

export interface LoadsMatrix {
  files: { file: string; path: string }[]
  /** A sign for each file: see `CELLS`. */
  agents: { name: string; project: string; cells: string }[]
}

/** What a sign of the matrix means. */
export const CELLS: Readonly<Record<string, { words: string; short: string; look: string }>> = {
  " ": { words: "does not load", short: "", look: "" },
  s: { words: "loads at the start, by the rules of its format", short: "start", look: "bg-raised" },
  d: { words: "opens on demand, by the rules of its format", short: "demand", look: "" },
  S: { words: "loads at the start, and a receipt proves it", short: "start ✓", look: "heat-1 font-medium" },
  D: { words: "opens on demand, and a receipt proves it", short: "demand ✓", look: "heat-1" },
  p: { words: "loaded it by its receipt, though no rule says so", short: "✓", look: "bg-caution-wash" },
}

export const GROUP_WORDS: Readonly<Record<LoadedFile["group"], string>> = {
  instructions: "instructions",
  workspace: "workspace",
  project: "its project’s",
  category: "its category’s",
  own: "its own",
}

/** "14 agents in 2 harnesses". */
export function reachWords({ agents, proven, harnesses }: ReachingFile): string {
  const many = (number: number, one: string, more: string) =>
    `${number.toLocaleString("en")} ${number === 1 ? one : more}`
  return proven === 0
    ? `reaches ${many(agents, "agent", "agents")}, proved by none`
    : `reaches ${many(agents, "agent", "agents")}, proved by ${proven.toLocaleString("en")} in ${many(harnesses.length, "harness", "harnesses")}`
}
