import { realpath } from "node:fs/promises"
import { sep } from "node:path"
import { database } from "./client"
import type { Tx } from "./commit"

/** Sources of a team with what is stored of them, the latest import first. */
export async function listSources(teamId: string) {
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

export async function listAllowedDirectories(): Promise<string[]> {
  return (await database().allowedDirectory.findMany({ orderBy: { path: "asc" } })).map((one) => one.path)
}

/** Whether the directory, with its links resolved, is an allowed one or lies in one. */
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
