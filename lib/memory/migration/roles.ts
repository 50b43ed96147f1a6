import { audienceOf, COORDINATOR_SECTION, roleTitle, SHARED_SECTION, titled } from "../category-section"
import { hears } from "../context"
import { groupBy } from "../group"

/** Whose entries they are within a category's memory. */
export type Place = { readonly kind: "everyone" } | { readonly kind: "coordinator" } | { readonly kind: "role"; readonly agent: string }

/** The agents of a category by the sections that are theirs: worked out once, as many entries ask. */
export interface Roster {
  /** The section that is an agent's own: by the short name of its role, unless another agent would hear it, too. Null: its name cannot be a section's. */
  sectionOf(agent: string): string | null
  /** What a place is called in a category's memory. */
  headingOf(place: Place): string | null
  /** Agents whom a role's section belongs to: the one whose own it is, else all that hear it. */
  ownersOf(role: string): readonly string[]
}

export function rosterOf(agents: readonly string[]): Roster {
  const sections = new Map(agents.map((agent) => [agent, sectionAmong(agent, agents)]))
  const own = groupBy(agents, (agent) => audienceRole(sections.get(agent) ?? null))
  const owners = new Map<string, readonly string[]>()
  const sectionOf = (agent: string) => (sections.has(agent) ? (sections.get(agent) ?? null) : sectionAmong(agent, agents))
  const ownersOf = (role: string): readonly string[] => {
    const named = agents.filter((agent) => agent.toLowerCase() === role)
    return own.get(role) ?? (named.length > 0 ? named : agents.filter((agent) => hears({ agent, coordinator: null }, `role:${role}`)))
  }
  return {
    sectionOf,
    headingOf: (place) => (place.kind === "everyone" ? SHARED_SECTION : place.kind === "coordinator" ? COORDINATOR_SECTION : sectionOf(place.agent)),
    ownersOf(role) {
      const known = owners.get(role) ?? ownersOf(role)
      owners.set(role, known)
      return known
    },
  }
}

function sectionAmong(agent: string, agents: readonly string[]): string | null {
  const [short, whole] = [`${roleTitle(agent)}-Specific`, `${titled(agent)}-Specific`]
  const role = audienceRole(short)
  if (role !== null && speaksTo(role, agent) && !agents.some((other) => other !== agent && speaksTo(role, other))) return short
  const full = audienceRole(whole)
  return full !== null && speaksTo(full, agent) ? whole : null
}

const audienceRole = (section: string | null): string | null => {
  const audience = section === null ? null : audienceOf(section)
  return audience?.kind === "role" ? audience.role : null
}

const speaksTo = (role: string, agent: string): boolean => hears({ agent, coordinator: null }, `role:${role}`)
