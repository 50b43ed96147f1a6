import { groupBy } from "../text/group"
import type { Company } from "./reading"
import type { SeedEntry, PlaceChoice } from "./seed-entry"

/** Lowest number of entries below one heading that must be for a role by their words, and lowest share of all entries with such words. */
const FEWEST = 3
const SHARE = 0.7
const SURE = 0.5

/** Returns the headings whose entries are mostly for one role. Their other entries are likely for it too. */
export function findCompany(
  placed: readonly { readonly entry: SeedEntry; readonly standing: PlaceChoice }[],
): Company[] {
  const sure = placed.filter(({ entry, standing }) => entry.section !== null && standing.confidence >= SURE)
  return [...groupBy(sure, ({ entry }) => `${entry.from}\0${entry.section}`).values()].flatMap((group) => {
    const byRole = groupBy(
      group.flatMap(({ standing: { place } }) => (place.kind === "role" ? [place.role] : [])),
      (role) => role,
    )
    const [role, roles = []] = [...byRole].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
    const { from = "", section } = group[0]?.entry ?? {}
    return role !== undefined &&
      section != null &&
      roles.length >= FEWEST &&
      roles.length >= SHARE * group.length
      ? [{ from, section, role }]
      : []
  })
}
