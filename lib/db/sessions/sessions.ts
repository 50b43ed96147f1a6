import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/** One session of an agent, as its harness names it. */
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
  /** What its close keeps, for whoever closes it again. */
  readonly answer: unknown
}

const whole = ({ teamId, projectId, agent, session }: SessionKey) => ({
  teamId_projectId_agentName_session: { teamId, projectId, agentName: agent, session },
})

/** The session, made where it is not there yet. Until the transaction ends nobody else starts or closes it. */
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

/** One that was closed and goes on: it can be closed again, as another. */
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
  /** What the close wrote; null where the agent keeps no log. */
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

/** What a session said of itself as it closed; null while it goes on. */
export async function summaryOfSession(key: SessionKey): Promise<string | null> {
  return (
    (await database().agentSession.findUnique({ where: whole(key), select: { summary: true } }))?.summary ??
    null
  )
}

/** Whether somebody was the first who was given the session's context: whoever may read may ask for it again, and it is not theirs by that. */
export async function wasStartedBy(
  tx: Tx,
  { teamId, projectId, agent, session }: SessionKey,
  { kind, id }: { readonly kind: string; readonly id: string },
): Promise<boolean> {
  // Sorted here: by order of ids PostgreSQL would look through all receipts of the team for those of one session.
  const given = await tx.receipt.findMany({
    where: { teamId, projectId, agentName: agent, session },
    select: { id: true, byKind: true, byId: true },
  })
  const [first] = given.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return first?.byKind === kind && first.byId === id
}

/** For so long a session that nobody closed counts as at work. */
const LONGEST_WORK_HOURS = 24

/** Which of these sessions are at work, with the time from which they no longer count as such, closed or not. */
export async function sessionsAtWork(
  keys: readonly SessionKey[],
  tx: Pick<Tx, "agentSession"> = database(),
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

/** Whether another agent's session of this name goes on in the project: what they share is theirs still. */
export async function goesOnElsewhere(
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
