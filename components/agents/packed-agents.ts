import type { FleetAgent, Named } from "./fleet"

/**
 * Agents in a compact form, by column. The property names alone of two thousand agents would add a megabyte
 * to the page.
 */
export interface PackedAgents {
  projects: Named[]
  /** Repeated values, by column. */
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
  /** By the index of the agent. */
  predecessors: Record<number, NonNullable<FleetAgent["predecessor"]>>
  /** By the index of the agent, for agents with open alerts. */
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

export function unpackAgents({
  projects,
  words,
  figures,
  id,
  name,
  updatedOn,
  loadedAt,
  predecessors,
  alerts,
}: PackedAgents): FleetAgent[] {
  return figures.map((row, place) => {
    const [project = 0, category = 0, state = 0, standing = 0, optedOut, cold, ...rest] = row
      .split(",")
      .map((one) => (one === "" ? null : Number(one)))
    const [lines, budget, limit, pastCut, files, entries, stale, sessions, problems] = rest
    return {
      id: id[place] ?? "",
      name: name[place] ?? "",
      project: projects[project ?? 0] ?? { slug: "", name: "" },
      category: words.category[category ?? 0] ?? null,
      optedOut: optedOut === 1,
      cold: cold === 1,
      predecessor: predecessors[place] ?? null,
      lines: lines ?? 0,
      budget: budget ?? null,
      limit: limit ?? null,
      pastCut: pastCut ?? 0,
      files: files ?? 0,
      entries: entries ?? 0,
      stale: stale ?? 0,
      sessions: sessions ?? 0,
      problems: problems ?? 0,
      weeks: rest.slice(FIGURES.length).map((one) => one ?? 0),
      updatedOn: updatedOn[place] ?? null,
      state: words.state[state ?? 0] ?? "healthy",
      loaded: { standing: words.standing[standing ?? 0] ?? "never", at: loadedAt[place] ?? null },
      alerts: alerts[place] ?? { open: 0, worst: null },
    }
  })
}
