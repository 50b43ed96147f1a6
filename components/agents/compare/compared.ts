import type { FleetAgent } from "@/components/agents/fleet"

/** An entry of an agent's own memory. */
export interface Statement {
  entry: string
  text: string
  section: string | null
  type: string | null
  confidence: number | null
  date: string | null
  file: string
  path: string
  line: number
}

export interface Alone extends Statement {
  /** The proposal that brings it to the other, and waits. */
  waiting: { id: string; path: string } | null
}

/** One of two agents, as `compareAgents` answers with it. */
export interface ComparedSide {
  agent: FleetAgent
  ages: { label: string; entries: number }[]
  /** It has no memory of its own: this is its category's. */
  shared: boolean
  entries: number
  compared: number
  only: Alone[]
}

export interface InBoth {
  kind: "same" | "nearly"
  score: number
  why: string
  a: Statement
  b: Statement
}

export const keyOfAgent = ({ name, project }: { name: string; project: { slug: string } }): string =>
  `${project.slug}/${name}`

/** What two agents are called where they stand beside each other: agents of one name by their projects, too. */
export function namesBeside([a, b]: readonly [FleetAgent, FleetAgent]): [a: string, b: string] {
  const nameOf = ({ name, project }: FleetAgent) =>
    a.name === b.name && a.project.slug !== b.project.slug ? `${name} in ${project.name}` : name
  return [nameOf(a), nameOf(b)]
}

/** Statements by their section, in the order in which the sections come first; null: before the first heading. */
export function bySection<One extends Statement>(
  statements: readonly One[],
): { section: string | null; statements: One[] }[] {
  const sections = new Map<string | null, One[]>()
  for (const one of statements) sections.set(one.section, [...(sections.get(one.section) ?? []), one])
  return [...sections].map(([section, some]) => ({ section, statements: some }))
}
