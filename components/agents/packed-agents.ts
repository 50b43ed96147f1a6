import type { FleetAgent, NamedSlug } from "./fleet"

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
  const [project, category, state, standing, optedOut, cold, ...rest] = numbers
  const [lines, budget, limit, ...others] = rest
  const [pastCut, files, entries, stale, sessions, problems] = others.map((one) => one ?? 0)
  return {
    id: packed.id[index] ?? "",
    name: packed.name[index] ?? "",
    project: at(packed.projects, project, { slug: "", name: "" }),
    category: at(packed.words.category, category, null),
    optedOut: optedOut === 1,
    cold: cold === 1,
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
