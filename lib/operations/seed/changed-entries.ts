import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { entriesOfIds } from "@/lib/db/seed/agents"
import type { SeedPlanRow } from "@/lib/db/seed/plans"
import { isIncluded } from "@/lib/memory/seed/budget"

/** Returns a sentence for each entry of the plan that changed at its source after the plan was made. */
export async function whatChanged(
  { teamId, placements }: Pick<SeedPlanRow, "teamId" | "placements">,
  tx?: Tx,
): Promise<string[]> {
  const placed = placements.filter(isIncluded)
  const now = await entriesOfIds(
    wholeTeamUnchecked(teamId),
    placed.map(({ entry }) => entry),
    tx,
  )
  return placed.flatMap(({ entry, text, path, line, date }) => {
    const one = now.get(entry)
    if (one === undefined) return [`line ${line} of ${path} was removed`]
    if (one.state !== "current") return [`line ${one.line} of ${path} was retired`]
    if (one.text !== text) return [`line ${one.line} of ${path} has changed`]
    return one.date === date ? [] : [`line ${one.line} of ${path} now has a different date`]
  })
}
