import { database } from "./client"

const LISTED = {
  id: true, path: true, format: true, role: true, scope: true, subject: true, state: true, title: true, head: true, bytes: true, lines: true, entries: true,
  retired: true, sessions: true, cut: true, problems: true, limits: true, updatedOn: true, changedAt: true,
  project: { select: { name: true, slug: true } }, agent: { select: { name: true } }, category: { select: { slug: true, name: true } },
} as const

export interface FileFilter {
  readonly projectId?: string | null
  readonly agentId?: string
  readonly categoryId?: string
  readonly text?: string
  readonly after?: string
  readonly take?: number
}

/** In the order of their paths; `after` is the id of the last one seen. */
export async function listFiles(teamId: string, filter: FileFilter) {
  return database().memoryFile.findMany({
    where: {
      teamId,
      ...(filter.projectId ? { projectId: filter.projectId } : {}),
      ...(filter.agentId ? { agentId: filter.agentId } : {}),
      ...(filter.categoryId ? { categoryId: filter.categoryId } : {}),
      ...(filter.text ? { path: { contains: filter.text, mode: "insensitive" as const } } : {}),
    },
    select: LISTED,
    orderBy: [{ path: "asc" }, { id: "asc" }],
    ...(filter.after ? { cursor: { teamId_id: { teamId, id: filter.after } }, skip: 1 } : {}),
    ...(filter.take ? { take: filter.take } : {}),
  })
}
export type ListedFile = Awaited<ReturnType<typeof listFiles>>[number]

/** A file with everything derived from its head. */
export async function findFile(teamId: string, id: string) {
  if (!/^[0-9a-f-]{36}$/i.test(id)) return null
  return database().memoryFile.findUnique({
    where: { teamId_id: { teamId, id } },
    select: {
      ...LISTED,
      projectId: true, agentId: true, categoryId: true, sourceId: true, meta: true, diagnostics: true,
      sections: { orderBy: { position: "asc" } },
      parts: { orderBy: { position: "asc" }, omit: { agentId: true, projectId: true, teamId: true } },
      log: { orderBy: { position: "asc" }, omit: { teamId: true, agentId: true } },
    },
  })
}

export async function findRevision(teamId: string, fileId: string, number: number) {
  return database().revision.findUnique({ where: { teamId_fileId_number: { teamId, fileId, number } } })
}

/** The newest first, without their texts. */
export async function listRevisions(teamId: string, fileId: string) {
  return database().revision.findMany({
    where: { teamId, fileId },
    omit: { text: true, sha256: true },
    orderBy: { number: "desc" },
  })
}

/** Path and exact text of every present file, batch by batch: what export writes. */
export async function* headTexts(teamId: string, projectId: string | null): AsyncGenerator<{ path: string; projectName: string; text: string }[]> {
  for (let after = ""; ; ) {
    const rows = await database().$queryRaw<{ id: string; path: string; projectName: string; text: string }[]>`
      SELECT f.id, f.path, p.name AS "projectName", r.text FROM memory_file f
      JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
      JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      WHERE f.team_id = ${teamId}::uuid AND f.state <> 'gone' AND (${projectId}::uuid IS NULL OR f.project_id = ${projectId}::uuid)
        AND (${after} = '' OR f.id > ${after || "00000000-0000-0000-0000-000000000000"}::uuid)
      ORDER BY f.id LIMIT 200`
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}
