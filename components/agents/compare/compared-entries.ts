import type { OutputOf } from "@/lib/http/contract"
import type { FleetAgent } from "@/components/agents/fleet"

/** An entry of an agent's own memory. */
export type AgentEntry = EntryOfBoth["a"]

export type EntryOfOne = ComparedSide["only"][number]

/** One of the two agents, as `compareAgents` returns it. */
export type ComparedSide = OutputOf<"agent.compare">["a"]

export type EntryOfBoth = OutputOf<"agent.compare">["both"][number]

export const keyOfAgent = ({ name, project }: { name: string; project: { slug: string } }): string =>
  `${project.slug}/${name}`

/** Returns the names of two agents, with the project if both have the same name. */
export function distinctNames([a, b]: readonly [FleetAgent, FleetAgent]): [a: string, b: string] {
  const nameOf = ({ name, project }: FleetAgent) =>
    a.name === b.name && a.project.slug !== b.project.slug ? `${name} in ${project.name}` : name
  return [nameOf(a), nameOf(b)]
}

/** Returns entries by section, in the order of first appearance; null: before the first heading. */
export function groupBySection<One extends AgentEntry>(
  statements: readonly One[],
): { section: string | null; statements: One[] }[] {
  const sections = new Map<string | null, One[]>()
  for (const one of statements) sections.set(one.section, [...(sections.get(one.section) ?? []), one])
  return [...sections].map(([section, some]) => ({ section, statements: some }))
}
