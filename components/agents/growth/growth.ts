import type { OutputOf } from "@/lib/http/contract"

export type GrowingAgent = OutputOf<"fleet.growth">["agents"][number]

export const agentKey = ({ project, name }: { project: string; name: string }): string => `${project}/${name}`

/** Returns the agents by urgency: the earliest forecast first, then the fastest growth, then the fullest. */
export function byUrgency(agents: readonly GrowingAgent[]): GrowingAgent[] {
  return agents.toSorted(
    (a, b) =>
      compare(a.budgetOn ?? a.limitOn ?? "9", b.budgetOn ?? b.limitOn ?? "9") ||
      (b.perDay ?? -1) - (a.perDay ?? -1) ||
      shareOf(b) - shareOf(a) ||
      compare(agentKey(a), agentKey(b)),
  )
}

const shareOf = ({ lines, budget, limit }: GrowingAgent): number =>
  lines / (budget ?? limit ?? Number.POSITIVE_INFINITY)
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

type Forecast = Pick<GrowingAgent, "lines" | "budget" | "limit" | "budgetOn" | "limitOn">

/**
 * Returns the number of memories that are expected to reach their budget or load limit by a day. Limits that
 * are already exceeded do not count. `day`: ISO date.
 */
export function countFullBy(memories: readonly Forecast[], day: string): number {
  return memories.filter(
    ({ lines, budget, limit, budgetOn, limitOn }) =>
      (budget !== null && lines <= budget && budgetOn !== null && budgetOn <= day) ||
      (limit !== null && lines <= limit && limitOn !== null && limitOn <= day),
  ).length
}

/** Returns the SVG path through the known weeks, in a box of 100 by 100. `span`: weeks on the x-axis. */
export function pathOf(weeks: readonly (number | null)[], most: number, span = weeks.length - 1): string {
  const known = weeks
    .flatMap((lines, week) =>
      lines === null
        ? []
        : [`${((week / Math.max(1, span)) * 100).toFixed(1)},${(100 - (lines / most) * 100).toFixed(1)}`],
    )
    .map((point, place) => `${place === 0 ? "M" : "L"}${point}`)
  return `${known.join(" ")}${known.length === 1 ? " h-1.5" : ""}` // a single point becomes a dash
}
