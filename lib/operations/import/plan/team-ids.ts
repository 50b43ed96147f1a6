import { memoryProtocol } from "@/lib/formats/json/memory-protocol"
import { saidOf } from "@/lib/formats/taken-as"
import type { TakenAs } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/group"

export interface TeamIdFacts {
  readonly takenAs: readonly TakenAs[]
  /** What stands before the paths of the source, see `holderOf`. */
  readonly holder: string
}

interface Item {
  readonly path: string
  readonly status: string
  readonly format: string | null
  readonly scope: string | null
}

interface Team {
  readonly id: string
  readonly slug: string
  readonly name: string
}

/**
 * Returns the ids of `memory/teams/<id>` that are not this team, with their new files. Without a person's word all of these files
 * become memory of the team that imports them. What was decided once is not asked again: a stored file is not new, and rules count.
 */
export function otherTeamIds(
  items: readonly Item[],
  team: Team,
  { takenAs, holder }: TeamIdFacts,
): { id: string; paths: string[] }[] {
  const own = new Set([team.id, team.slug, team.name].map((one) => one.toLowerCase()))
  const open = items.flatMap(({ path, status, format, scope }) => {
    if (status !== "new" || format !== "memory-protocol" || scope !== "team") return []
    const id = memoryProtocol.locate(holder + path, NOWHERE)?.subject ?? null
    return id === null || own.has(id.toLowerCase()) || saidOf(takenAs, path) !== null ? [] : [{ id, path }]
  })
  return [...groupBy(open, (one) => one.id)].map(([id, files]) => ({
    id,
    paths: files.map(({ path }) => path),
  }))
}

/** The protocol's folders say all by themselves. */
const NOWHERE = { siblings: new Set<string>(), at: () => new Set<string>() }
