import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId } from "../infra/identifiers"
import type { SynthesisRow } from "./syntheses"

/**
 * Locks and returns a synthesis with its claims, for a decision, publication or withdrawal. Null if it does
 * not exist.
 */
export async function lockSynthesis(tx: Tx, teamId: string, id: string): Promise<SynthesisRow | null> {
  await tx.$queryRaw`SELECT 1 FROM synthesis WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid FOR UPDATE`
  return tx.synthesis.findUnique({
    where: { teamId_id: { teamId, id } },
    include: { claims: { orderBy: { position: "asc" } } },
  })
}

interface Of {
  readonly teamId: string
  readonly id: string
}

interface By {
  readonly id: string
  readonly name: string
}

export interface ClaimDecision {
  readonly position: number
  readonly state: "accepted" | "edited" | "rejected"
  readonly edited: string | null
  readonly reason: string | null
  readonly becomes: "brief" | "promotion" | null
  readonly proposals: readonly string[]
}

/**
 * Stores decisions on waiting claims. Claims that do not wait stay unchanged. Returns the positions of the
 * decided claims.
 */
export async function decideClaims(
  tx: Tx,
  { teamId, id }: Of,
  by: By,
  decisions: readonly ClaimDecision[],
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ position: number }[]>`
    UPDATE claim SET state = d.state, edited = d.edited, reason = d.reason, becomes = d.becomes, proposals = d.proposals, decided_by_id = ${by.id}, decided_by = ${by.name}, decided_at = now()
    FROM json_to_recordset(${JSON.stringify(decisions)}::json) AS d(position int, state text, edited text, reason text, becomes text, proposals uuid[])
    WHERE claim.team_id = ${teamId}::uuid AND claim.synthesis_id = ${id}::uuid AND claim.position = d.position AND claim.state = 'waiting' RETURNING claim.position`
  return rows.map((row) => row.position)
}

/** Sets a claim back to waiting and clears its decision. */
export async function reopenClaim(tx: Tx, { teamId, id }: Of, position: number): Promise<void> {
  await tx.claim.updateMany({
    where: { teamId, synthesisId: id, position },
    data: {
      state: "waiting",
      edited: null,
      reason: null,
      becomes: null,
      proposals: [],
      decidedById: null,
      decidedBy: null,
      decidedAt: null,
    },
  })
}

/**
 * Returns the ids of proposals that the decision on a claim created in the same transaction. Proposals that
 * are also linked to another claim, or that existed before, are left out.
 */
export async function proposalsMadeBy(tx: Tx, { teamId, id }: Of, position: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT pr.id FROM claim c JOIN proposal pr ON pr.team_id = c.team_id AND pr.id = ANY(c.proposals) AND pr.created_at = c.decided_at
    WHERE c.team_id = ${teamId}::uuid AND c.synthesis_id = ${id}::uuid AND c.position = ${position}
      AND NOT EXISTS (SELECT 1 FROM claim o WHERE o.team_id = c.team_id AND pr.id = ANY(o.proposals) AND (o.synthesis_id, o.position) <> (c.synthesis_id, c.position))`
  return rows.map((row) => row.id)
}

export interface SiblingProposals {
  readonly ids: readonly string[]
  /** Ids of the entries that they change or remove. */
  readonly targets: readonly string[]
}

/** Returns the waiting proposals that the same promotions made as a proposal. */
export async function findSiblingProposals(
  { teamId }: Visibility,
  proposal: string,
): Promise<SiblingProposals> {
  const rows = await database().$queryRaw<{ id: string; targets: string[] }[]>`
    SELECT pr.id, pr.targets FROM claim c JOIN proposal pr ON pr.team_id = c.team_id AND pr.id = ANY(c.proposals)
    WHERE c.team_id = ${teamId}::uuid AND ${proposal}::uuid = ANY(c.proposals) AND pr.id <> ${proposal}::uuid AND pr.state = 'waiting' AND pr.expires_at > now()`
  return { ids: rows.map(({ id }) => id), targets: rows.flatMap(({ targets }) => targets) }
}

/** Returns the ids of those given proposals that are still waiting, oldest first. */
export async function waitingProposalsAmong(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  return (
    await tx.proposal.findMany({
      where: { teamId, id: { in: [...ids] }, state: "waiting" },
      select: { id: true },
      orderBy: { createdAt: "asc" },
    })
  ).map((row) => row.id)
}

export async function rejectSynthesis(tx: Tx, { teamId, id }: Of, by: By, reason: string): Promise<void> {
  await tx.synthesis.updateMany({
    where: { teamId, id, state: "waiting" },
    data: {
      state: "rejected",
      reason,
      waitingKey: null,
      decidedAt: new Date(),
      decidedById: by.id,
      decidedBy: by.name,
    },
  })
}

/**
 * Sets a rejected synthesis back to waiting. Returns false if a synthesis with the same `waitingKey` is
 * waiting already.
 */
export async function reopenSynthesis(
  tx: Tx,
  { teamId, id }: Of,
  waitingKey: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (
    await tx.synthesis.findUnique({
      where: { teamId_waitingKey: { teamId, waitingKey } },
      select: { id: true },
    })
  )
    return false
  await tx.synthesis.updateMany({
    where: { teamId, id, state: "rejected" },
    data: { state: "waiting", reason: null, waitingKey, decidedAt: null, decidedById: null, decidedBy: null },
  })
  return true
}

/**
 * Returns the newest synthesis for the same project, kind and agent that was created after the decision on
 * this one and that is waiting or published. Null if there is none.
 */
export async function newerSynthesisThan(
  tx: Tx,
  { teamId, id, projectId, kind, agentName, decidedAt }: SynthesisRow,
): Promise<{ title: string; state: string } | null> {
  if (decidedAt === null) return null
  return tx.synthesis.findFirst({
    where: {
      teamId,
      projectId,
      kind,
      agentName,
      id: { not: id },
      createdAt: { gt: decidedAt },
      state: { in: ["waiting", "published"] },
    },
    select: { title: true, state: true },
    orderBy: { createdAt: "desc" },
  })
}

/** A cited entry, for comparison with a promotion. */
export interface CitedCopy {
  readonly entry: string
  readonly text: string
  readonly type: string | null
  readonly confidence: number | null
  /** ISO day that the entry states. Null without a date. */
  readonly date: string | null
  readonly fileId: string
  readonly path: string
  /** Slug of the project. */
  readonly project: string
  /** Name of the agent. Null for shared memory. */
  readonly agent: string | null
  /** Slug of the category of the agent or of the shared memory. */
  readonly category: string | null
  /** True if entries of the file can be moved. False for logs, run caches and session memory. */
  readonly curated: boolean
}

/** Returns those given entries that are current, by path and line. Invalid ids are ignored. */
export async function citedCopies({ teamId }: Visibility, entries: readonly string[]): Promise<CitedCopy[]> {
  return database().$queryRaw<CitedCopy[]>`
    SELECT e.id AS entry, e.text, e.type, e.confidence, e.stated_on::text AS date, f.id AS "fileId", f.path, p.slug AS project, a.name AS agent, c.slug AS category,
      f.role IN ('memory', 'index', 'topic', 'shared') AND f.scope <> 'session' AS curated
    FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = coalesce(a.category_id, f.category_id)
    WHERE e.team_id = ${teamId}::uuid AND e.id = ANY(${entries.filter(isId)}::uuid[]) AND e.state = 'current' AND f.state <> 'gone' ORDER BY f.path, e.line`
}

/**
 * Returns claims of a project (null: the whole team) that were rejected individually, newest first, at most
 * 2,000.
 */
export async function rejectedClaims({
  teamId,
  projectId,
}: Visibility): Promise<{ kind: string; text: string; citations: unknown }[]> {
  return database().claim.findMany({
    where: { teamId, state: "rejected", synthesis: { projectId } },
    select: { kind: true, text: true, citations: true },
    orderBy: { synthesisId: "desc" },
    take: MOST_REJECTED,
  })
}

const MOST_REJECTED = 2_000
