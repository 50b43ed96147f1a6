import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { isOptedOut } from "@/lib/db/agents/agent-names"
import { taxonomyOf } from "@/lib/db/agents/categories"
import type { Tx } from "@/lib/db/infra/commit"
import {
  findCurrentFileAt,
  type CurrentFile,
  type CurrentEntry,
  entriesAtHead,
} from "@/lib/db/memory-files/current-revisions"
import type { SeedPlanRow } from "@/lib/db/seed/plans"
import type { Seeding } from "@/lib/memory/seed/seeded-file"
import { type Reading, readingOf, storedFormat } from "../writing/revise-head"

/** Stored memory at the path to which a plan would write. */
export interface CurrentTarget {
  /** Current file, or null if there is none. */
  readonly head: CurrentFile | null
  /** Removed file at the path, or null. Seeding restores it. */
  readonly gone: CurrentFile | null
  readonly entries: readonly CurrentEntry[]
  readonly reading: Reading
  /** Text that the seeding extends. */
  readonly base: string
  readonly standing: "empty" | "has-content"
  /** Names of agents that opted out of memory. */
  readonly optedOut: readonly string[]
}

/**
 * Finds the memory that a stored plan is for. Uses the path, because the file may have been created after the
 * plan.
 */
export async function findTarget(row: SeedPlanRow, tx?: Tx): Promise<CurrentTarget> {
  const { teamId, projectId, path, agentName, roles } = row
  const found = await findCurrentFileAt(wholeTeamUnchecked(teamId), projectId, path, tx)
  const head = found?.state === "gone" ? null : found
  const [entries, optedOut, empty] = await Promise.all([
    found ? entriesAtHead(wholeTeamUnchecked(teamId), found.id, tx) : [],
    Promise.all(
      (agentName === null ? roles : [agentName]).map(async (name) =>
        (await isOptedOut(wholeTeamUnchecked(teamId), projectId, name, tx)) ? [name] : [],
      ),
    ),
    emptyForm(row, tx),
  ])
  const reading = found
    ? await readingOf(wholeTeamUnchecked(teamId), found, tx)
    : { format: storedFormat(row.format), path }
  return {
    head,
    gone: found?.state === "gone" ? found : null,
    entries,
    reading,
    base: head?.text ?? empty,
    standing: head && entries.length > 0 ? "has-content" : "empty",
    optedOut: optedOut.flat(),
  }
}

async function emptyForm(
  { teamId, format, agentName, projectName, category, roles }: SeedPlanRow,
  tx?: Tx,
): Promise<string> {
  const name =
    category === null
      ? undefined
      : (await taxonomyOf(wholeTeamUnchecked(teamId), tx)).find(({ slug }) => slug === category)?.name
  return storedFormat(format).scaffold({
    agent: agentName,
    project: projectName,
    category,
    ...(name === undefined ? {} : { categoryName: name }),
    roles,
    date: new Date().toISOString().slice(0, 10),
  })
}

export const seedingOn = (
  { reading, base }: Pick<CurrentTarget, "reading" | "base">,
  { roles, placements }: Pick<SeedPlanRow, "roles" | "placements">,
): Seeding => ({
  format: reading.format,
  path: reading.path,
  text: base,
  roles,
  stood: new Map(placements.map(({ entry, section }) => [entry, section])),
})
