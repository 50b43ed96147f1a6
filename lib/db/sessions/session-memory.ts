import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"

/** A file of session memory. */
export interface SessionMemory {
  readonly teamId: string
  readonly id: string
  readonly project: string
  readonly path: string
  /** Name of the session, from the file name. */
  readonly session: string
}

/** Returns the memory files of a session in a project. */
export async function memoryOfSession(
  { teamId }: Visibility,
  projectId: string,
  session: string,
  client: Pick<Reader, "memoryFile"> = database(),
): Promise<SessionMemory[]> {
  const rows = await client.memoryFile.findMany({
    where: { teamId, projectId, scope: "session", subject: session },
    select: { teamId: true, id: true, path: true, subject: true, project: { select: { name: true } } },
  })
  return rows.map(({ subject, project, ...row }) => ({
    ...row,
    session: subject ?? "",
    project: project.name,
  }))
}

/**
 * Returns "project name\0session" of sessions in projects of these names that every agent has closed and
 * whose memory was deleted at the close.
 */
export async function endedSessions(
  { teamId }: Visibility,
  projectNames: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<Set<string>> {
  const rows = await client.$queryRaw<{ project: string; session: string }[]>`
    SELECT p.name AS project, s.session FROM agent_session s JOIN project p ON p.team_id = s.team_id AND p.id = s.project_id
    WHERE s.team_id = ${teamId}::uuid AND p.name = ANY(${[...projectNames]}) GROUP BY p.name, s.session
    HAVING bool_and(s.closed_at IS NOT NULL AND coalesce((s.answer->>'endsMemory')::boolean, true))`
  return new Set(rows.map(({ project, session }) => endedKey(project, session)))
}

export const endedKey = (project: string, session: string): string => `${project}\0${session}`

/** Session memory that can be deleted. */
export interface AbandonedMemory extends SessionMemory {
  readonly projectSlug: string
  readonly changedAt: Date
  /**
   * True if the session was closed and its memory was deleted. An import of a folder that still contained the
   * file has restored it.
   */
  readonly closed: boolean
}

/**
 * Returns at most 10,000 files of session memory that can be deleted, oldest change first: those that have
 * not changed since a time, and all restored files of closed sessions. `teams`: ids of the teams; null for
 * all.
 */
export async function abandonedMemory(
  since: Date,
  teams: readonly string[] | null,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<AbandonedMemory[]> {
  return client.$queryRaw<AbandonedMemory[]>`
    SELECT * FROM (
      SELECT f.team_id AS "teamId", f.id, p.name AS project, p.slug AS "projectSlug", f.path, coalesce(f.subject, '') AS session, f.changed_at AS "changedAt", coalesce((
        SELECT bool_and(s.closed_at IS NOT NULL AND coalesce((s.answer->>'endsMemory')::boolean, true)) FROM agent_session s WHERE s.team_id = f.team_id AND s.project_id = f.project_id AND s.session = f.subject), false) AS closed
      FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      WHERE f.scope = 'session' AND ${teams === null ? Prisma.sql`true` : Prisma.sql`f.team_id = ANY(${[...teams]}::uuid[])`}) kept
    WHERE closed OR "changedAt" < ${since}::timestamptz ORDER BY "changedAt", id LIMIT 10000`
}

/**
 * Deletes files with entries, revisions and everything derived. Only session memory is ever deleted from the
 * history. The caller holds the files' locks.
 */
export async function deleteSessionMemory(tx: Tx, teamId: string, ids: readonly string[]): Promise<number> {
  const files = await tx.memoryFile.findMany({
    where: { teamId, id: { in: [...ids] }, scope: "session" },
    select: { id: true },
  })
  const which = { teamId, fileId: { in: files.map((one) => one.id) } }
  await tx.conflict.deleteMany({ where: which })
  await tx.conflictSide.deleteMany({ where: which })
  await tx.entry.deleteMany({ where: which })
  await tx.section.deleteMany({ where: which })
  await tx.logRecord.deleteMany({ where: which })
  await tx.forgotten.deleteMany({ where: which })
  await tx.presence.deleteMany({ where: which })
  await tx.agentWrite.deleteMany({ where: which })
  await tx.memoryFile.deleteMany({ where: { teamId, id: which.fileId } }) // deletes its revisions, too
  return files.length
}
