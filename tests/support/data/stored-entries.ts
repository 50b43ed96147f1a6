import { database } from "./writable"
import { newId } from "@/lib/db/infra/identifiers"
import { searchDocument } from "@/lib/memory/search/search-text"

export interface GivenFile {
  readonly teamId: string
  readonly statements: readonly string[]
  readonly path?: string
  readonly state?: "present" | "gone"
  /** State of the file's entries. */
  readonly entryState?: "current" | "retired"
  readonly project?: string
  readonly role?: "memory" | "log"
}

/** Inserts a memory file with one entry for each statement. Returns the entry IDs in order. */
export async function givenEntries({
  teamId,
  statements,
  path = `${newId()}/MEMORY.md`,
  state = "present",
  entryState = "current",
  project = "shop",
  role = "memory",
}: GivenFile): Promise<{ fileId: string; projectId: string; ids: string[] }> {
  const [fileId, ids] = [newId(), statements.map(() => newId())]
  const { id: projectId } = await database().project.upsert({
    where: { teamId_slug: { teamId, slug: project } },
    create: { teamId, id: newId(), slug: project, name: project },
    update: {},
  })
  await database().$executeRaw`
    INSERT INTO memory_file (team_id, id, project_id, path, format, role, scope, state, sha256, base, head, bytes, lines, entries, retired, sessions, problems, limits, meta, diagnostics, activity)
    VALUES (${teamId}::uuid, ${fileId}::uuid, ${projectId}::uuid, ${path}, 'memory-workspace', ${role}, 'project', ${state}, '', '', 1, 1, 1, ${ids.length}, 0, 0, 0, '{}', '{}', '[]', '{}')`
  await database().$executeRaw`
    INSERT INTO entry (team_id, id, project_id, file_id, scope, position, text, line, end_line, state, since_revision, search)
    SELECT ${teamId}::uuid, id, ${projectId}::uuid, ${fileId}::uuid, 'project', place - 1, text, place, place, ${entryState}, 1, to_tsvector('simple', words)
    FROM unnest(${ids}::uuid[], ${[...statements]}::text[], ${statements.map(searchDocument)}::text[]) WITH ORDINALITY AS row(id, text, words, place)`
  return { fileId, projectId, ids }
}
