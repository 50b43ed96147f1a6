import {
  audienceOf,
  COORDINATOR_SECTION,
  roleName,
  roleTitle,
  SHARED_SECTION,
  titled,
} from "../context/category-section"
import { groupBy } from "../text/aggregates"

/** Owner of entries within a category's memory. */
export type CategoryMember =
  | { readonly kind: "everyone" }
  | { readonly kind: "coordinator" }
  | { readonly kind: "role"; readonly agent: string }

/** The agents of a category and their sections. */
export interface RoleSections {
  /**
   * Returns the name of an agent's section: by its short title, or by its full name if another agent would
   * read the short one. Null if its name cannot be a section name.
   */
  sectionOf(agent: string): string | null
  /**
   * Returns another agent with the same section, because their names differ only by case or blanks; null if
   * there is none.
   */
  rivalOf(agent: string): string | null
  /** Returns the heading of an owner's section. */
  headingOf(owner: CategoryMember): string | null
  /** Returns the agents that a role's section belongs to: its own agent, else all agents that read it. */
  ownersOf(role: string): readonly string[]
}

/** Returns the sections of the agents of a category. */

export function listRoleSections(agents: readonly string[]): RoleSections {
  const heard = groupBy(
    agents.flatMap((agent) => rolesReadBy(agent).map((role) => ({ role, agent }))),
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
    headingOf: (owner) => {
      if (owner.kind === "role") return sectionOf(owner.agent)
      return owner.kind === "everyone" ? SHARED_SECTION : COORDINATOR_SECTION
    },
  }
}

/** The agents that read a role's section, by role. */
type Heard = ReadonlyMap<string, readonly { readonly agent: string }[]>

function sectionAmong(agent: string, heard: Heard): string | null {
  const short = `${roleTitle(agent)}-Specific`
  const role = audienceRole(short)
  if (
    role !== null &&
    rolesReadBy(agent).includes(role) &&
    (heard.get(role) ?? []).every((other) => other.agent === agent)
  )
    return short
  return (
    [`${titled(agent)}-Specific`, `${agent}-Specific`].find(
      (whole) => audienceRole(whole) === roleName(agent),
    ) ?? null
  )
}

/** Returns the roles whose sections an agent reads: its name, and each beginning of it before a dash. */
export function rolesReadBy(agent: string): string[] {
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
