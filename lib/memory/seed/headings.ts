import { COORDINATOR_SECTION, roleTitle, roleTitles, SHARED_SECTION } from "../context/category-section"
import { groupBy } from "../text/group"
import type { FilePlace } from "./seed-entry"
import type { SeedFormat } from "./seed-formats"

/**
 * Returns the heading of an entry, or null if the file has no headings. `stood`: former heading of the entry.
 */
export type HeadingOf = (place: FilePlace, stood: string | null) => string | null

/**
 * Returns the headings of entries in a file of a format. Entries of a kaizen memory keep its own sections. A JSON store has none, and a
 * knowledge graph has its entity. `sections`: names of the file's sections. Throws `RangeError` if two roles have the same heading.
 */
export function headingsFor(
  format: SeedFormat,
  roles: readonly string[],
  sections: readonly string[],
): HeadingOf {
  if (format === "memory-protocol") return () => null
  if (format === "mcp-memory-graph") return () => sections[0] ?? null
  if (format === "kaizen")
    return (_, stood) =>
      KAIZEN_KEPT.find((name) => name.toLowerCase() === stood?.trim().toLowerCase()) ?? "Accumulated Findings"
  const titles = distinctTitles(roles)
  return (place) => {
    if (place.kind === "shared") return SHARED_SECTION
    return place.kind === "coordinator"
      ? COORDINATOR_SECTION
      : `${titles.get(place.role) ?? roleTitle(place.role)}-Specific`
  }
}

/**
 * Sections of a kaizen memory whose entries stay there. Its other sections are not for findings of other
 * agents.
 */
const KAIZEN_KEPT = ["Accumulated Findings", "What Worked", "Watch Points", "Open Threads"]

/** Returns the title of each role for its heading. Throws `RangeError` if two roles have the same title. */
function distinctTitles(roles: readonly string[]): Map<string, string> {
  const titles = roleTitles(roles)
  const [twice] = [
    ...groupBy(roles, (role) => (titles.get(role) ?? role).toLowerCase().replaceAll(/\s+/g, "-")).values(),
  ].filter((same) => same.length > 1)
  if (twice !== undefined)
    throw new RangeError(
      `${twice.join(" and ")} would have the same section, ${titles.get(twice[0] ?? "") ?? ""}-Specific. Seed them one at a time`,
    )
  return titles
}
