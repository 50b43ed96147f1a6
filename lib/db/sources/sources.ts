import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { realpath } from "node:fs/promises"
import { sep } from "node:path"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Returns the sources of a team with their numbers of files and of removed files (`gone`), latest import
 * first. Sources without imports and files are left out.
 */
export async function listSources({ teamId }: Visibility) {
  const [sources, counts] = await Promise.all([
    database().source.findMany({
      where: { teamId },
      orderBy: { lastImportedAt: { sort: "desc", nulls: "last" } },
    }),
    database().memoryFile.groupBy({ by: ["sourceId", "state"], where: { teamId }, _count: true }),
  ])
  const used = sources.filter(
    (source) => source.lastImportedAt !== null || counts.some((one) => one.sourceId === source.id),
  )
  return used.map((source) => {
    const mine = counts.filter((one) => one.sourceId === source.id)
    return {
      id: source.id,
      kind: source.kind,
      name: source.name,
      files: mine.reduce((sum, one) => sum + one._count, 0),
      gone: mine.filter((one) => one.state === "gone").reduce((sum, one) => sum + one._count, 0),
      lastImportedAt: source.lastImportedAt?.toISOString() ?? null,
    }
  })
}

/**
 * Returns the team and project whose visible memory came from a folder, or else from the nearest folder
 * above. If several projects came from it, only those with files below the folder count. Null if there is
 * none, or more than one. `folder` is an absolute path with forward slashes.
 */
export async function projectAtFolder(
  visible: readonly Visibility[],
  folder: string,
): Promise<{ team: string; project: string } | null> {
  const rows = await database().$queryRaw<
    { source: string; team: string; project: string; below: boolean }[]
  >`
    SELECT s.name AS source, t.slug AS team, p.slug AS project, bool_or(starts_with(f.path, substr(${folder}, length(s.name) + 2) || '/')) AS below
    FROM source s JOIN memory_file f ON f.team_id = s.team_id AND f.source_id = s.id AND f.state <> 'gone'
      JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id JOIN team t ON t.id = s.team_id
    WHERE ${visibleRows(visible, "f")} AND s.name = ANY(${foldersUpFrom(folder)})
    GROUP BY s.name, t.slug, p.slug ORDER BY length(s.name) DESC`
  const nearest = rows.filter((one) => one.source === rows[0]?.source)
  const candidates = nearest.length > 1 ? nearest.filter((one) => one.below) : nearest
  const [only, another] = candidates
  return only && !another ? { team: only.team, project: only.project } : null
}

/** Returns a folder and those above it: "/srv/shop/api", "/srv/shop", "/srv". */
function foldersUpFrom(folder: string): string[] {
  const parts = folder.split("/")
  return parts.map((_, cut) => parts.slice(0, parts.length - cut).join("/")).filter((one) => one !== "")
}

export async function listAllowedDirectories(): Promise<string[]> {
  return (await database().allowedDirectory.findMany({ orderBy: { path: "asc" } })).map((one) => one.path)
}

/** True if the real path of the directory is an allowed directory or inside of one. */
export async function isAllowedDirectory(directory: string): Promise<boolean> {
  const real = await realpath(directory).catch(() => null)
  if (real === null) return false
  return (await listAllowedDirectories()).some(
    (allowed) => real === allowed || real.startsWith(allowed.endsWith(sep) ? allowed : allowed + sep),
  )
}

export async function allowDirectory(tx: Tx, path: string): Promise<void> {
  await tx.allowedDirectory.upsert({ where: { path }, create: { path }, update: {} })
}

export async function disallowDirectory(tx: Tx, path: string): Promise<boolean> {
  return (await tx.allowedDirectory.deleteMany({ where: { path } })).count === 1
}
