import {
  audienceOf,
  COORDINATOR_SECTION,
  roleName,
  roleTitle,
  SHARED_SECTION,
  titled,
} from "../context/category-section"
import { groupBy } from "../text/group"

/** Whose entries they are within a category's memory. */
export type Place =
  | { readonly kind: "everyone" }
  | { readonly kind: "coordinator" }
  | { readonly kind: "role"; readonly agent: string }

/** The agents of a category by the sections that are theirs: worked out once, as many entries ask. */
export interface Roster {
  /** The section that is an agent's own: by the short name of its role, unless another agent would hear it, too. Null: its name cannot be a section's. */
  sectionOf(agent: string): string | null
  /** Another agent that its section would speak to as its own: their names differ by case or blanks alone. */
  rivalOf(agent: string): string | null
  /** What a place is called in a category's memory. */
  headingOf(place: Place): string | null
  /** Agents whom a role's section belongs to: the one whose own it is, else all that hear it. */
  ownersOf(role: string): readonly string[]
}

export function rosterOf(agents: readonly string[]): Roster {
  const heard = groupBy(
    agents.flatMap((agent) => rolesHeardBy(agent).map((role) => ({ role, agent }))),
    ({ role }) => role,
  )
  const sections = new Map(agents.map((agent) => [agent, sectionAmong(agent, heard)]))
  const own = groupBy(agents, (agent) => audienceRole(sections.get(agent) ?? null))
  const sectionOf = (agent: string) =>
    sections.has(agent) ? (sections.get(agent) ?? null) : sectionAmong(agent, heard)
  const ownersOf = (role: string): readonly string[] => {
    const hearing = (heard.get(role) ?? []).map(({ agent }) => agent)
    const named = hearing.filter((agent) => roleName(agent) === role)
    return own.get(role) ?? (named.length > 0 ? named : hearing)
  }
  return {
    sectionOf,
    ownersOf,
    rivalOf: (agent) =>
      ownersOf(audienceRole(sectionOf(agent)) ?? "").find(
        (other) => other !== agent && roleName(other) === roleName(agent),
      ) ?? null,
    headingOf: (place) =>
      place.kind === "everyone"
        ? SHARED_SECTION
        : place.kind === "coordinator"
          ? COORDINATOR_SECTION
          : sectionOf(place.agent),
  }
}

/** By a role: the agents that hear its section. */
type Heard = ReadonlyMap<string, readonly { readonly agent: string }[]>

function sectionAmong(agent: string, heard: Heard): string | null {
  const short = `${roleTitle(agent)}-Specific`
  const role = audienceRole(short)
  if (
    role !== null &&
    rolesHeardBy(agent).includes(role) &&
    (heard.get(role) ?? []).every((other) => other.agent === agent)
  )
    return short
  return (
    [`${titled(agent)}-Specific`, `${agent}-Specific`].find(
      (whole) => audienceRole(whole) === roleName(agent),
    ) ?? null
  )
}

/** The roles whose sections speak to an agent, as contexts read them: its name, and what of it stands before a dash. */
export function rolesHeardBy(agent: string): string[] {
  const name = roleName(agent)
  return [
    name,
    ...[...name].flatMap((letter, at) => (letter === "-" ? [[...name].slice(0, at).join("")] : [])),
  ]
}

const audienceRole = (section: string | null): string | null => {
  const audience = section === null ? null : audienceOf(section)
  return audience?.kind === "role" ? audience.role : null
}
