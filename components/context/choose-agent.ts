import { groupBy } from "@/lib/memory/text/group"
import type { AgentOption } from "./context-types"

/** The agent whose context is shown. */
export interface SelectedAgent {
  readonly name: string
  /** Slug. */
  readonly project: string
}

/**
 * Returns the requested agent in the requested project, or in the first project that has the agent. An
 * unknown name belongs to the requested project, or else to the first project. Without a requested agent,
 * returns the first agent that has not opted out, or else the first agent. Null if there is none.
 */
export function selectAgent(
  agents: readonly AgentOption[],
  projects: readonly string[],
  asked: { readonly agent: string | null; readonly project: string | null },
): SelectedAgent | null {
  const here = asked.project === null ? agents : agents.filter((one) => one.project === asked.project)
  if (asked.agent === null) return here.find((one) => !one.optedOut) ?? here[0] ?? null
  const known = here.find((one) => one.name === asked.agent)
  const project = asked.project ?? known?.project ?? projects[0]
  return project === undefined ? null : { name: asked.agent, project }
}

export interface AgentGroup {
  readonly label: string
  readonly agents: readonly AgentOption[]
}

/**
 * Returns the agents whose name, project or category contains the words, by project and category, at most
 * `most`. The project `first` comes first.
 */
export function groupAgents(
  agents: readonly AgentOption[],
  words: string,
  {
    severalProjects,
    first = null,
    most = 200,
  }: { severalProjects: boolean; first?: string | null; most?: number },
): AgentGroup[] {
  const wanted = words.trim().toLowerCase()
  const groups = new Map<string, AgentOption[]>()
  let taken = 0
  for (const agent of agents.toSorted((a, b) => Number(b.project === first) - Number(a.project === first))) {
    const label = [severalProjects ? agent.project : null, agent.category ?? "No category"]
      .filter(Boolean)
      .join(" / ")
    if (taken === most || !`${agent.name} ${label}`.toLowerCase().includes(wanted)) continue
    taken += 1
    groups.set(label, [...(groups.get(label) ?? []), agent])
  }
  return [...groups].map(([label, members]) => ({ label, agents: members }))
}

/** Returns the names that agents in several projects have. */
export function repeatedNames(agents: readonly AgentOption[]): ReadonlySet<string> {
  const byName = groupBy(agents, ({ name }) => name)
  return new Set(
    [...byName].flatMap(([name, some]) =>
      new Set(some.map(({ project }) => project)).size > 1 ? [name] : [],
    ),
  )
}
