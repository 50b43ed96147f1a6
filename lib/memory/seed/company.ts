import { groupBy } from "../text/group"
import type { Company } from "./reading"
import type { SeedEntry, PlaceChoice } from "./seed-entry"

/** So many of what stands under one heading must be for a role by their own words, and such a part of what is for anybody by them. */
const FEWEST = 3
const SHARE = 0.7
const SURE = 0.5

/** Headings under which what can be told by its words is mostly for one role: what cannot be told is likely for it, too. */
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
