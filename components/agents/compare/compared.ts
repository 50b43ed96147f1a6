import type { FleetAgent } from "@/components/agents/fleet"

/** An entry of an agent's own memory. */
export interface AgentEntry {
  entry: string
  text: string
  /** The label above the text. */
  title: string | null
  section: string | null
  type: string | null
  confidence: number | null
  date: string | null
  file: string
  path: string
  line: number
}

export interface EntryOfOne extends AgentEntry {
  /** The waiting proposal that copies it to the other agent. */
  waiting: { id: string; path: string } | null
}

/** One of the two agents, as `compareAgents` returns it. */
export interface ComparedSide {
  agent: FleetAgent
  ages: { label: string; entries: number }[]
  /** True if the agent has no memory of its own, and these are the figures of its category memory. */
  shared: boolean
  entries: number
  compared: number
  only: EntryOfOne[]
}

export interface EntryOfBoth {
  kind: "same" | "nearly"
  score: number
  why: string
  a: AgentEntry
  b: AgentEntry
}

export const keyOfAgent = ({ name, project }: { name: string; project: { slug: string } }): string =>
  `${project.slug}/${name}`

/** Returns the names of two agents, with the project if both have the same name. */
export function namesBeside([a, b]: readonly [FleetAgent, FleetAgent]): [a: string, b: string] {
  const nameOf = ({ name, project }: FleetAgent) =>
    a.name === b.name && a.project.slug !== b.project.slug ? `${name} in ${project.name}` : name
  return [nameOf(a), nameOf(b)]
}

/** Returns entries by section, in the order of first appearance; null: before the first heading. */
export function bySection<One extends AgentEntry>(
  statements: readonly One[],
): { section: string | null; statements: One[] }[] {
  const sections = new Map<string | null, One[]>()
  for (const one of statements) sections.set(one.section, [...(sections.get(one.section) ?? []), one])
  return [...sections].map(([section, some]) => ({ section, statements: some }))
}
