import { memoryProtocol } from "@/lib/formats/json/memory-protocol"
import { assignedFormatOf } from "@/lib/formats/assigned-format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { NOT_MEMORY, type FormatRule } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/group"

export interface TeamIdFacts {
  readonly takenAs: readonly FormatRule[]
  /** Folder before all paths of the source, see `prefixOfMemoryFolder`. */
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
 * Returns other team ids in paths (`memory/teams/<id>`), with their new files. Without a decision these files
 * become memory of the importing team. Leaves out stored files and files with rules.
 */
export function otherTeamIds(
  items: readonly Item[],
  team: Team,
  { takenAs, holder }: TeamIdFacts,
): { id: string; paths: string[] }[] {
  const own = new Set([team.id, team.slug, team.name].map((one) => one.toLowerCase()))
  const open = items.flatMap(({ path, status, format, scope }) => {
    if (status !== "new" || format !== "memory-protocol" || scope !== "team") return []
    const id = teamIdIn(holder + path)
    return id === null || own.has(id.toLowerCase()) || assignedFormatOf(takenAs, path) !== null
      ? []
      : [{ id, path }]
  })
  return [...groupBy(open, (one) => one.id)].map(([id, files]) => ({
    id,
    paths: files.map(({ path }) => path),
  }))
}

/** Returns the team id in a path of the memory protocol, or null. */
function teamIdIn(path: string): string | null {
  const location = memoryProtocol.locate(path, NOWHERE)
  return location?.scope === "team" ? location.subject : null
}

/** A person's choice for a team id: a team, or null to leave its files out. */
export interface TeamIdChoice {
  readonly id: string
  readonly team: { readonly id: string } | null
}

/** Returns the format rules for the folders of the chosen team ids. Refuses an id without a folder. */
export function teamIdRules(
  paths: readonly string[],
  holder: string,
  { choices, ownTeam }: { readonly choices: readonly TeamIdChoice[]; readonly ownTeam: string },
): Outcome<FormatRule[]> {
  const folders = groupBy(
    paths.flatMap((path) => {
      const id = teamIdIn(holder + path)
      return id === null ? [] : [{ id, folder: path.slice(0, path.lastIndexOf("/")) }]
    }),
    ({ id }) => id,
  )
  const missing = choices.find(({ id }) => !folders.has(id))
  if (missing !== undefined) {
    const known = folders.size === 0 ? "none" : [...folders.keys()].join(", ")
    return refused(
      "invalid",
      `memory/teams/${missing.id} is not in this source. Team IDs in the source: ${known}`,
    )
  }
  return done(
    choices.flatMap(({ id, team }) =>
      [...new Set((folders.get(id) ?? []).map(({ folder }) => folder))].map((pattern): FormatRule => {
        if (team === null) return { pattern, format: NOT_MEMORY }
        return team.id === ownTeam
          ? { pattern, format: memoryProtocol.id }
          : { pattern, format: NOT_MEMORY, team: team.id }
      }),
    ),
  )
}

/** Empty facts of a folder. The memory protocol locates files without any. */
const NOWHERE = { siblings: new Set<string>(), at: () => new Set<string>() }
