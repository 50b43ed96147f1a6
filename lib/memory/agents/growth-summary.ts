/** The lines of an agent's, a category's or a project's memory by week against its load limit, as `fleet.growth` answers. */
export interface MemoryGrowth {
  readonly name: string
  readonly project: string
  readonly lines: number
  /** Lines that the harness loads; null: all. */
  readonly limit: number | null
  /** Lines at the end of each week; null: not known. */
  readonly weeks: readonly (number | null)[]
  /** Lines per day; null: too few changes. */
  readonly perDay: number | null
  /** ISO date on which the limit is reached at this rate; null: never, or there is none. */
  readonly limitOn: string | null
}

export interface GrowthSummary {
  /** Lines of all memory at the end of each week; null where none are known. */
  readonly weeks: (number | null)[]
  /** Lines that all memory together gains in a week. */
  readonly perWeek: number
  /** The next memory to be truncated, with the date; null if there is none at this rate. */
  readonly first: { readonly name: string; readonly project: string; readonly on: string } | null
}

/** Returns the growth of the memory of agents, categories and projects as one, and which of them is truncated first. */
export function summarizeGrowth(memories: readonly MemoryGrowth[]): GrowthSummary {
  const weeks = memories.reduce<(number | null)[]>(
    (sums, memory) =>
      memory.weeks.map((lines, week) => (lines === null ? (sums[week] ?? null) : (sums[week] ?? 0) + lines)),
    [],
  )
  const [first] = memories
    .filter(({ lines, limit, limitOn }) => limit !== null && lines <= limit && limitOn !== null)
    .toSorted((a, b) => ((a.limitOn ?? "") < (b.limitOn ?? "") ? -1 : 1))
  return {
    weeks,
    perWeek: Math.round(memories.reduce((sum, { perDay }) => sum + (perDay ?? 0) * 7, 0)),
    first: first === undefined ? null : { name: first.name, project: first.project, on: first.limitOn ?? "" },
  }
}

/** Returns the memory of a category or a project with a name that tells it from agents: "Testing (shared)". */
export const withSharedName = <Memory extends { readonly name: string }>(memory: Memory): Memory => ({
  ...memory,
  name: `${memory.name} (shared)`,
})

/** An agent with the lines that it starts with, shared memory included. */
export interface LimitedAgent {
  readonly name: string
  readonly project: { readonly slug: string }
  readonly lines: number
  readonly limit: number | null
  /** Lines that the harness never loads. */
  readonly pastCut: number
}

/** Returns how many agents are truncated, and the agents that have used most of their load limit, fullest first. */
export function closestToLimit<A extends LimitedAgent>(
  agents: readonly A[],
  most: number,
): { truncated: number; fullest: (A & { limit: number })[] } {
  const limited = agents.filter((agent): agent is A & { limit: number } => agent.limit !== null)
  return {
    truncated: limited.filter(({ pastCut }) => pastCut > 0).length,
    fullest: limited.toSorted((a, b) => b.lines / b.limit - a.lines / a.limit).slice(0, most),
  }
}
