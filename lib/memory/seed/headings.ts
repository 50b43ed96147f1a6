import { COORDINATOR_SECTION, roleTitle, roleTitles, SHARED_SECTION } from "../context/category-section"
import { groupBy } from "../text/group"
import type { FilePlace } from "./seed-entry"
import type { SeedFormat } from "./seed-formats"

/** The heading under which an entry is written; null where the file has none. `stood`: the heading that it stood under before. */
export type HeadingOf = (place: FilePlace, stood: string | null) => string | null

/**
 * Where entries go in a file of a format. A kaizen memory has sections of its own: what stood in one of these stays in it. A JSON store has none,
 * and a knowledge graph the entity that it is made for. `sections`: the names of those that the file has.
 * Throws `RangeError` where two roles cannot be told apart.
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

/** Sections of a kaizen memory that entries keep; all others of it are no place for what others found. */
const KAIZEN_KEPT = ["Accumulated Findings", "What Worked", "Watch Points", "Open Threads"]

/** What each role is called in its heading. */
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
