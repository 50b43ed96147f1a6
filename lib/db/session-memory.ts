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

const WANTED = { teamId: true, id: true, path: true, subject: true, project: { select: { name: true } } } as const

/** What a session keeps for itself in a project. */
export async function memoryOfSession(teamId: string, projectId: string, session: string, client: Pick<Tx, "memoryFile"> = database()): Promise<SessionMemory[]> {
  return described(await client.memoryFile.findMany({ where: { teamId, projectId, scope: "session", subject: session }, select: WANTED }))
}

/** Session memory that nobody has changed since a time, in all teams: of sessions that ended without saying so. */
export async function sessionMemoryUnchangedSince(time: Date): Promise<SessionMemory[]> {
  return described(await database().memoryFile.findMany({ where: { scope: "session", changedAt: { lt: time } }, select: WANTED, orderBy: { id: "asc" }, take: 1_000 }))
}

const described = (rows: readonly { teamId: string; id: string; path: string; subject: string | null; project: { name: string } }[]): SessionMemory[] =>
  rows.map(({ subject, project, ...row }) => ({ ...row, session: subject ?? "", project: project.name }))

/**
 * Deletes files for good, with entries, revisions and all that is derived of them; `since`: only those that nobody has changed since
 * then. The one thing that is ever taken out of the history, as it was never meant to stay. Who calls it holds the files.
 */
export async function deleteSessionMemory(tx: Tx, teamId: string, ids: readonly string[], since: Date | null = null): Promise<number> {
  const files = await tx.memoryFile.findMany({ where: { teamId, id: { in: [...ids] }, scope: "session", ...(since === null ? {} : { changedAt: { lt: since } }) }, select: { id: true } })
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
