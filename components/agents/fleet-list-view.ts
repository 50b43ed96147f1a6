import { AGENT_STATES, type AgentState } from "@/lib/memory/agents/agent-state"
import type { FleetAgent, FleetCategory } from "./fleet"
import { sum } from "@/lib/memory/numbers/sum"

export const SORTS = ["name", "lines", "entries", "sessions", "weeks", "updated", "loaded", "state"] as const
export type Sort = (typeof SORTS)[number]

/**
 * The settings of the list from the URL: `?q=tester&state=stale&category=testing&sort=-lines`. A minus
 * reverses the order.
 */
export interface FleetView {
  words: string
  state: AgentState | null
  /** A category slug, "none" for agents without one, "" for all. */
  category: string
  sort: Sort | null
  reversed: boolean
}

export const NO_CATEGORY = "none"

export function readFleetView(query: { get(name: string): string | null }): FleetView {
  const sort = query.get("sort") ?? ""
  const state = query.get("state")
  return {
    words: (query.get("q") ?? "").trim().toLowerCase(),
    state: AGENT_STATES.find((one) => one === state) ?? null,
    category: query.get("category") ?? "",
    sort: SORTS.find((one) => one === sort.replace(/^-/, "")) ?? null,
    reversed: sort.startsWith("-"),
  }
}

/**
 * Returns the sorting after a click on a column head: descending (names and states ascending), then the
 * reverse, then null, which groups agents by category.
 */
export function nextSort(view: FleetView, column: Sort): string | null {
  const first = column === "name" || column === "state" ? column : `-${column}`
  const second = column === "name" || column === "state" ? `-${column}` : column
  if (view.sort !== column) return first
  return (view.reversed ? `-${column}` : column) === first ? second : null
}

export function matchingAgents(agents: readonly FleetAgent[], view: FleetView): FleetAgent[] {
  return agents.filter(
    (agent) =>
      (view.state === null || agent.state === view.state) &&
      (view.category === "" || (agent.category ?? NO_CATEGORY) === view.category) &&
      (view.words === "" ||
        agent.name.toLowerCase().includes(view.words) ||
        agent.project.name.toLowerCase().includes(view.words)),
  )
}

export type FleetLine =
  | { kind: "category"; category: FleetCategory | null; agents: number }
  | { kind: "agent"; agent: FleetAgent }

/** Returns the rows of the table: by category, or one list if a column is sorted. */
export function fleetLines(
  agents: readonly FleetAgent[],
  categories: readonly FleetCategory[],
  view: FleetView,
): FleetLine[] {
  const matching = matchingAgents(agents, view)
  if (view.sort !== null)
    return sorted(matching, view.sort, view.reversed).map((agent) => ({ kind: "agent", agent }))
  return [...categories, null].flatMap((category): FleetLine[] => {
    const members = matching.filter(
      (agent) =>
        agent.category === (category?.slug ?? null) ||
        (category === null && !categories.some((one) => one.slug === agent.category)),
    )
    if (members.length === 0) return []
    const coordinatorFirst = members.toSorted(
      (a, b) => Number(b.name === category?.coordinator) - Number(a.name === category?.coordinator),
    )
    return [
      { kind: "category", category, agents: members.length },
      ...coordinatorFirst.map((agent): FleetLine => ({ kind: "agent", agent })),
    ]
  })
}

function sorted(agents: readonly FleetAgent[], sort: Sort, reversed: boolean): FleetAgent[] {
  const compare = COMPARE[sort]
  return agents.toSorted((a, b) => (reversed ? compare(b, a) : compare(a, b)) || a.name.localeCompare(b.name))
}

const COMPARE: Record<Sort, (a: FleetAgent, b: FleetAgent) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  lines: (a, b) => a.lines - b.lines,
  entries: (a, b) => a.entries - b.entries,
  sessions: (a, b) => a.sessions - b.sessions,
  weeks: (a, b) => sum(a.weeks) - sum(b.weeks),
  updated: (a, b) => (a.updatedOn ?? "").localeCompare(b.updatedOn ?? ""),
  loaded: (a, b) => (a.loaded.at ?? "").localeCompare(b.loaded.at ?? ""),
  state: (a, b) => AGENT_STATES.indexOf(a.state) - AGENT_STATES.indexOf(b.state),
}
