import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { visibleRows } from "../infra/visible-rows"

/** Returns the SQL condition for visible rows of `alert al`. Hides alerts whose evidence is in another project from callers bound to one. */
export function visibleAlerts(visible: Visibility | readonly Visibility[]): Prisma.Sql {
  const isBound = [visible].flat().some(({ bound }) => bound)
  return isBound
    ? Prisma.sql`${visibleRows(visible, "al")} AND al.evidence->'elsewhere' IS NULL`
    : visibleRows(visible, "al")
}
