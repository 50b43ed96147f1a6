import { memoryProtocol } from "@/lib/formats/json/memory-protocol"
import { saidOf } from "@/lib/formats/taken-as"
import type { TakenAs } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/group"

export interface TeamIdFacts {
  readonly takenAs: readonly TakenAs[]
  /** The folder that precedes all paths of the source, see `holderOf`. */
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
 * Returns other team ids in paths (`memory/teams/<id>`), with their new files. Without a decision of a person
 * these files become memory of the importing team. Stored files and files with rules are not asked about
 * again.
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

/** Folders of the memory protocol need no other facts. */
const NOWHERE = { siblings: new Set<string>(), at: () => new Set<string>() }
