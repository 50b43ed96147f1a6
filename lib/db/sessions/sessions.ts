import { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"

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
