import type { Audience } from "../memory-files/format"
import { groupBy } from "../text/aggregates"
import { capitalize } from "../text/sentence"

export const SHARED_SECTION = "Shared Patterns"
export const COORDINATOR_SECTION = "Coordinator Notes"

/** Returns the readers of a section of category memory, by its name; null if the name is of no known form. */
export function audienceOf(section: string): Audience | null {
  const name = section.trim()
  if (/^shared patterns$/i.test(name)) return { kind: "everyone" }
  if (/^coordinator notes$/i.test(name)) return { kind: "coordinator" }
  const role = /^(.{1,80})-specific$/i.exec(name)?.[1]
  return role === undefined ? null : { kind: "role", role: roleName(role) }
}

/** Returns the normalized name of a role or agent: in lower case, with dashes instead of spaces. */
export const roleName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, "-")

/** Returns the title of a role in its section's heading: "Structure" for `structure-architect`. */
export function roleTitle(role: string): string {
  const words = role.split("-")
  return titled((words.length > 1 ? words.slice(0, -1) : words).join("-"))
}

/** Returns the titles of the roles of a file. If several roles would have the same title, each gets its whole name. */
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
