import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "./infra/client"
import type { Tx } from "./infra/commit"

/** Key of a session of an agent. `session`: the name that the harness gave it. */
export interface SessionKey {
  readonly teamId: string
  readonly projectId: string
  readonly agent: string
  readonly session: string
}

export interface AgentSession {
  readonly startedAt: Date
  readonly closedAt: Date | null
  readonly summary: string | null
  readonly revision: number | null
  /** Answer of the request that closed the session, for a repeated request. */
  readonly answer: unknown
}

const whole = ({ teamId, projectId, agent, session }: SessionKey) => ({
  teamId_projectId_agentName_session: { teamId, projectId, agentName: agent, session },
})

/** Locks and returns a session. Creates it if it does not exist. */
export async function lockSession(
  tx: Tx,
  { teamId, projectId, agent, session }: SessionKey,
  harness: string | null,
): Promise<AgentSession> {
  const [held] = await tx.$queryRaw<AgentSession[]>`
    INSERT INTO agent_session (team_id, project_id, agent_name, session, harness) VALUES (${teamId}::uuid, ${projectId}::uuid, ${agent}, ${session}, ${harness})
    ON CONFLICT (team_id, project_id, agent_name, session) DO UPDATE SET harness = coalesce(excluded.harness, agent_session.harness)
    RETURNING started_at AS "startedAt", closed_at AS "closedAt", summary, revision, answer`
  return held as AgentSession
}

/** Reopens a closed session, so that it can be closed again. */
export async function reopenSession(tx: Tx, key: SessionKey): Promise<void> {
  await tx.agentSession.update({
    where: whole(key),
    data: {
      closedAt: null,
      summary: null,
      outcome: null,
      fileId: null,
      revision: null,
      answer: Prisma.DbNull,
    },
  })
}

export interface Closing {
  readonly closedAt: Date
  readonly summary: string
  readonly outcome: string | null
  /** The revision that the close wrote. Null if the agent keeps no log. */
  readonly written: { readonly fileId: string; readonly revision: number } | null
  readonly answer: Prisma.InputJsonValue
}

export async function closeSessionAt(
  tx: Tx,
  key: SessionKey,
  { closedAt, summary, outcome, written, answer }: Closing,
): Promise<void> {
  await tx.agentSession.update({
    where: whole(key),
    data: {
      closedAt,
      summary,
      outcome,
      fileId: written?.fileId ?? null,
      revision: written?.revision ?? null,
      answer,
    },
  })
}

export async function keepSessionAnswer(
  tx: Tx,
  key: SessionKey,
  answer: Prisma.InputJsonValue,
): Promise<void> {
  await tx.agentSession.update({ where: whole(key), data: { answer } })
}

/** Returns the summary of a closed session, null for an open one. */
export async function summaryOfSession(key: SessionKey): Promise<string | null> {
  return (
    (await database().agentSession.findUnique({ where: whole(key), select: { summary: true } }))?.summary ??
    null
  )
}

/**
 * True if the caller was the first to receive the session's context. Other readers may receive it again
 * without owning the session.
 */
export async function isFirstReader(
  tx: Tx,
  { teamId, projectId, agent, session }: SessionKey,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<boolean> {
  // Sorted here: ordering by id would make PostgreSQL scan all receipts of the team.
  const given = await tx.receipt.findMany({
    where: { teamId, projectId, agentName: agent, session },
    select: { id: true, byKind: true, byId: true },
  })
  const [first] = given.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return first?.byKind === kind && first.byId === id
}

/** Hours after which an open session counts as ended. */
const LONGEST_WORK_HOURS = 24

/**
 * Returns those of the sessions that are open and started less than 24 hours ago, with the time at which they
 * count as ended.
 */
export async function activeSessions(
  keys: readonly SessionKey[],
  tx: Pick<Reader, "agentSession"> = database(),
): Promise<{ readonly key: SessionKey; readonly until: Date }[]> {
  if (keys.length === 0) return []
  const begun = new Date(Date.now() - LONGEST_WORK_HOURS * 3_600_000)
  const rows = await tx.agentSession.findMany({
    where: {
      closedAt: null,
      startedAt: { gt: begun },
      OR: keys.map(({ agent, ...of }) => ({ ...of, agentName: agent })),
    },
    select: { teamId: true, projectId: true, agentName: true, session: true, startedAt: true },
  })
  return rows.map(({ agentName: agent, startedAt, ...of }) => ({
    key: { ...of, agent },
    until: new Date(startedAt.getTime() + LONGEST_WORK_HOURS * 3_600_000),
  }))
}

/**
 * True if another agent has an open session of this name in the project. The session memory that they share
 * must then stay.
 */
export async function isOpenElsewhere(
  tx: Tx,
  { teamId, projectId, agent, session }: SessionKey,
): Promise<boolean> {
  return (
    (await tx.agentSession.findFirst({
      where: { teamId, projectId, session, agentName: { not: agent }, closedAt: null },
      select: { session: true },
    })) !== null
  )
}

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
