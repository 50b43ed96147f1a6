import { formatCount } from "../text/sentence"

interface CountedAgent {
  readonly entries: number
  /** True if the entries are those of its category's memory, because the agent has no files of its own. */
  readonly shared: boolean
}

/** Returns the number of an agent's entries with what is counted: "12 entries", "no entries of its own; loads 28 shared entries". */
export const agentEntriesWords = ({ entries, shared }: CountedAgent): string =>
  shared
    ? `no entries of its own; loads ${formatCount(entries, "shared entry")}`
    : formatCount(entries, "entry")

interface MeasuredAgent {
  readonly lines: number
  /** Line budget; null: none. */
  readonly budget: number | null
  /** Load limit in lines; null: none. */
  readonly limit: number | null
  /** True if the figures are those of its category's memory, because the agent has no files of its own. */
  readonly shared: boolean
}

/** Returns the size of an agent's memory: "94 lines", "no memory of its own; loads 94 shared lines". */
export const agentLinesWords = ({ lines, shared }: Pick<MeasuredAgent, "lines" | "shared">): string =>
  shared ? `no memory of its own; loads ${formatCount(lines, "shared line")}` : formatCount(lines, "line")

/** Returns the budget of an agent: "94 of 100 lines", "none", "none of its own; 94 of 100 lines for category memory". */
export const agentBudgetWords = ({ lines, budget, shared }: MeasuredAgent): string =>
  budget === null
    ? "none"
    : ofMemory(`${lines.toLocaleString("en")} of ${formatCount(budget, "line")}`, shared)

/** Returns the load limit of an agent: "200 lines", "none", "none of its own; 200 lines for category memory". */
export const agentLimitWords = ({ limit, shared }: MeasuredAgent): string =>
  limit === null ? "none" : ofMemory(formatCount(limit, "line"), shared)

const ofMemory = (figure: string, shared: boolean): string =>
  shared ? `none of its own; ${figure} for category memory` : figure
