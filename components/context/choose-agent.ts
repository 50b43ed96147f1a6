import type { Choosable } from "./context-types"

/** Whose context is shown. */
export interface Chosen {
  readonly name: string
  /** Slug. */
  readonly project: string
}

/**
 * The agent that is asked for, in the project that is asked for or the first in which it is; a name that nobody knows stands in the project
 * that is asked for, or the first. Where none is asked for, the first that has not opted out. Null: there is none to choose.
 */
export function chooseAgent(
  agents: readonly Choosable[],
  projects: readonly string[],
  asked: { readonly agent: string | null; readonly project: string | null },
): Chosen | null {
  const here = asked.project === null ? agents : agents.filter((one) => one.project === asked.project)
  if (asked.agent === null) return here.find((one) => !one.optedOut) ?? here[0] ?? null
  const known = here.find((one) => one.name === asked.agent)
  const project = asked.project ?? known?.project ?? projects[0]
  return project === undefined ? null : { name: asked.agent, project }
}

export interface AgentGroup {
  readonly label: string
  readonly agents: readonly Choosable[]
}

/** Those whose name, project or category holds the words, by project and category, those of the project `first` before all others; at most `most` in all. */
export function groupAgents(
  agents: readonly Choosable[],
  words: string,
  {
    severalProjects,
    first = null,
    most = 200,
  }: { severalProjects: boolean; first?: string | null; most?: number },
): AgentGroup[] {
  const wanted = words.trim().toLowerCase()
  const groups = new Map<string, Choosable[]>()
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
