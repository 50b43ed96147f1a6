import { database } from "./client"
import type { Tx } from "./commit"

/** A file of session memory, and where it is. */
export interface SessionMemory {
  readonly teamId: string
  readonly id: string
  readonly project: string
  readonly path: string
  /** The session that it is named after. */
  readonly session: string
}

/** What a session keeps for itself in a project. */
export async function memoryOfSession(teamId: string, projectId: string, session: string, client: Pick<Tx, "memoryFile"> = database()): Promise<SessionMemory[]> {
  const rows = await client.memoryFile.findMany({ where: { teamId, projectId, scope: "session", subject: session }, select: { teamId: true, id: true, path: true, subject: true, project: { select: { name: true } } } })
  return rows.map(({ subject, project, ...row }) => ({ ...row, session: subject ?? "", project: project.name }))
}

/**
 * Session memory that nobody needs any more: unchanged since a time, of a session that ended without saying so; or of one that was
 * closed by whose memory it is, brought again by an import of a folder that has it still. Of one team, or of all.
 */
export async function forsakenMemory(since: Date, teamId: string | null, client: Pick<Tx, "$queryRaw"> = database()): Promise<SessionMemory[]> {
  return client.$queryRaw<SessionMemory[]>`
    SELECT f.team_id AS "teamId", f.id, p.name AS project, f.path, coalesce(f.subject, '') AS session FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    WHERE f.scope = 'session' AND (${teamId}::uuid IS NULL OR f.team_id = ${teamId}::uuid) AND (f.changed_at < ${since} OR (
      SELECT bool_and(s.closed_at IS NOT NULL AND coalesce((s.answer->>'endsMemory')::boolean, true)) FROM agent_session s WHERE s.team_id = f.team_id AND s.project_id = f.project_id AND s.session = f.subject))
    ORDER BY f.team_id, f.id LIMIT 1000`
}

/**
 * Deletes files for good, with entries, revisions and all that is derived of them. The one thing that is ever taken out of the
 * history, as it was never meant to stay. Who calls it holds the files.
 */
export async function deleteSessionMemory(tx: Tx, teamId: string, ids: readonly string[]): Promise<number> {
  const files = await tx.memoryFile.findMany({ where: { teamId, id: { in: [...ids] }, scope: "session" }, select: { id: true } })
  const which = { teamId, fileId: { in: files.map((one) => one.id) } }
  await tx.conflict.deleteMany({ where: which })
  await tx.conflictSide.deleteMany({ where: which })
  await tx.entry.deleteMany({ where: which })
  await tx.section.deleteMany({ where: which })
  await tx.logRecord.deleteMany({ where: which })
  await tx.forgotten.deleteMany({ where: which })
  await tx.presence.deleteMany({ where: which })
  await tx.agentWrite.deleteMany({ where: which })
  await tx.memoryFile.deleteMany({ where: { teamId, id: which.fileId } }) // its revisions with it
  return files.length
}
