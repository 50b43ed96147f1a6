import type { Audience } from "../memory-files/format"
import { groupBy } from "../text/group"
import { capitalize } from "../text/sentence"

export const SHARED_SECTION = "Shared Patterns"
export const COORDINATOR_SECTION = "Coordinator Notes"

/** Whom a section of a category memory speaks to, null where its name does not say. */
export function audienceOf(section: string): Audience | null {
  const name = section.trim()
  if (/^shared patterns$/i.test(name)) return { kind: "everyone" }
  if (/^coordinator notes$/i.test(name)) return { kind: "coordinator" }
  const role = /^(.{1,80})-specific$/i.exec(name)?.[1]
  return role === undefined ? null : { kind: "role", role: roleName(role) }
}

/** A role or an agent as sections tell them apart: in any case of letters, a blank as a dash. */
export const roleName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, "-")

/** What a role is called in its section's heading: `structure-architect` is "Structure". */
export function roleTitle(role: string): string {
  const words = role.split("-")
  return titled((words.length > 1 ? words.slice(0, -1) : words).join("-"))
}

/** The same for roles of one file: a title that several would have is the whole name of each, so that none reads what is another's. */
export function roleTitles(roles: readonly string[]): Map<string, string> {
  const byShort = groupBy(roles, (role) => roleTitle(role).toLowerCase())
  return new Map(
    roles.map((role) => [
      role,
      (byShort.get(roleTitle(role).toLowerCase()) ?? []).length > 1 ? titled(role) : roleTitle(role),
    ]),
  )
}

export const titled = (slug: string): string =>
  slug
    .split(/[-\s]+/)
    .map(capitalize)
    .join(" ")
