import type { OutputOf } from "@/lib/http/contract"
import { AGENT_STATES, type AgentState } from "@/lib/memory/agents/agent-state"
import { sum } from "@/lib/memory/text/aggregates"

export interface NamedSlug {
  slug: string
  name: string
}

/** An agent in the fleet, as `showFleet` returns it. */
export type FleetAgent = OutputOf<"fleet.show">["agents"][number]

export type FleetCategory = OutputOf<"fleet.show">["categories"][number]

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

/**
 * Agents in a compact form, by column. The property names alone of two thousand agents would add a megabyte
 * to the page.
 */
export interface PackedAgents {
  projects: NamedSlug[]
  /** The distinct values of columns with few values. Figures refer to them by index. */
  words: {
    category: (string | null)[]
    state: FleetAgent["state"][]
    standing: FleetAgent["loaded"]["standing"][]
  }
  /** Integers of each agent, separated by commas: indices in the lists above, or figures. Empty: none. */
  figures: string[]
  id: string[]
  name: string[]
  updatedOn: (string | null)[]
  loadedAt: (string | null)[]
  /** Predecessors by the index of the agent. */
  predecessors: Record<number, NonNullable<FleetAgent["predecessor"]>>
  /** Open alerts by the index of the agent. Agents without alerts are missing. */
  alerts: Record<number, FleetAgent["alerts"]>
}

const FIGURES = [
  "lines",
  "budget",
  "limit",
  "pastCut",
  "files",
  "entries",
  "stale",
  "sessions",
  "problems",
] as const

export function packAgents(agents: readonly FleetAgent[]): PackedAgents {
  const projects = [...new Map(agents.map(({ project }) => [project.slug, project])).values()]
  const words = {
    category: [...new Set(agents.map(({ category }) => category))],
    state: [...new Set(agents.map(({ state }) => state))],
    standing: [...new Set(agents.map(({ loaded }) => loaded.standing))],
  }
  return {
    projects,
    words,
    figures: agents.map((agent) =>
      [
        projects.findIndex(({ slug }) => slug === agent.project.slug),
        words.category.indexOf(agent.category),
        words.state.indexOf(agent.state),
        words.standing.indexOf(agent.loaded.standing),
        Number(agent.optedOut),
        Number(agent.cold),
        Number(agent.shared),
        ...FIGURES.map((name) => agent[name] ?? ""),
        ...agent.weeks,
      ].join(),
    ),
    id: agents.map(({ id }) => id),
    name: agents.map(({ name }) => name),
    updatedOn: agents.map(({ updatedOn }) => updatedOn),
    loadedAt: agents.map(({ loaded }) => loaded.at),
    alerts: Object.fromEntries(
      agents.flatMap(({ alerts }, place) => (alerts.open === 0 ? [] : [[place, alerts]])),
    ),
    predecessors: Object.fromEntries(
      agents.flatMap(({ predecessor }, place) => (predecessor === null ? [] : [[place, predecessor]])),
    ),
  }
}

export function unpackAgents(packed: PackedAgents): FleetAgent[] {
  return packed.figures.map((row, index) => unpackAgent(packed, row, index))
}

/** Returns the agent at an index. `row` has its figures. */
function unpackAgent(packed: PackedAgents, row: string, index: number): FleetAgent {
  const numbers = row.split(",").map((one) => (one === "" ? null : Number(one)))
  const [project, category, state, standing, optedOut, cold, shared, ...rest] = numbers
  const [lines, budget, limit, ...others] = rest
  const [pastCut, files, entries, stale, sessions, problems] = others.map((one) => one ?? 0)
  return {
    id: packed.id[index] ?? "",
    name: packed.name[index] ?? "",
    project: at(packed.projects, project, { slug: "", name: "" }),
    category: at(packed.words.category, category, null),
    optedOut: optedOut === 1,
    cold: cold === 1,
    shared: shared === 1,
    predecessor: packed.predecessors[index] ?? null,
    lines: lines ?? 0,
    budget: budget ?? null,
    limit: limit ?? null,
    ...orZero({ pastCut, files, entries, stale, sessions, problems }),
    weeks: rest.slice(FIGURES.length).map((one) => one ?? 0),
    updatedOn: packed.updatedOn[index] ?? null,
    state: at(packed.words.state, state, "healthy"),
    loaded: {
      standing: at(packed.words.standing, standing, "never"),
      at: packed.loadedAt[index] ?? null,
    },
    alerts: packed.alerts[index] ?? { open: 0, worst: null },
  }
}

/** Returns the value at an index (null or undefined: the first value), or `otherwise` if there is none. */
const at = <Value>(values: readonly Value[], index: number | null | undefined, otherwise: Value): Value =>
  values[index ?? 0] ?? otherwise

const orZero = <Name extends string>(figures: Record<Name, number | undefined>): Record<Name, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value ?? 0])) as Record<
    Name,
    number
  >
