import type { Prisma } from "@/generated/prisma/client"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Tx } from "../infra/commit"
import { visibleRows } from "../infra/sql-fragments"
import { database } from "../infra/client"
import { snoozesOf } from "../inbox"
import { freeExpiredKey } from "./new-proposals"

export interface NewReview {
  readonly teamId: string
  readonly proposalId: string
  readonly round: number
  readonly verdict: "approved" | "edited" | "merged" | "rejected" | "withdrawn"
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly shown: Uint8Array<ArrayBuffer>
  readonly rule: string | null
  readonly fileId: string | null
  readonly revision: number | null
  readonly changes: readonly WrittenChange[]
  readonly inverse: readonly WrittenChange[]
}

const STATE_AFTER = {
  approved: "approved",
  edited: "approved",
  merged: "merged",
  rejected: "rejected",
  withdrawn: "withdrawn",
} as const
export type StateAfter = (typeof STATE_AFTER)[NewReview["verdict"]]

/**
 * Stores a decision, removes the proposal from the queue, and returns its new state. Throws if the round of
 * the proposal has a decision already.
 */
export async function addReview(tx: Tx, { by, changes, inverse, ...review }: NewReview): Promise<StateAfter> {
  const state = STATE_AFTER[review.verdict]
  await tx.review.create({
    data: {
      ...review,
      byKind: by.kind,
      byId: by.id,
      byName: by.name,
      changes: changes as unknown as Prisma.InputJsonValue,
      inverse: inverse as unknown as Prisma.InputJsonValue,
    },
  })
  await tx.proposal.update({
    where: { teamId_id: { teamId: review.teamId, id: review.proposalId } },
    data: {
      state,
      decidedAt: new Date(),
      waitingKey: null,
      ...(review.fileId === null || review.verdict === "merged" ? {} : { fileId: review.fileId }),
    },
  })
  return state
}

/** Stores an approval of a proposal. Replaces an earlier approval by the same person in this round. */
export async function addApproval(
  tx: Tx,
  approval: {
    teamId: string
    proposalId: string
    round: number
    userId: string
    name: string
    shown: Uint8Array<ArrayBuffer>
  },
): Promise<void> {
  const key = {
    teamId: approval.teamId,
    proposalId: approval.proposalId,
    round: approval.round,
    userId: approval.userId,
  }
  await tx.approval.upsert({
    where: { teamId_proposalId_round_userId: key },
    create: approval,
    update: { shown: approval.shown, createdAt: new Date() },
  })
}

export interface StoredReview {
  readonly round: number
  readonly verdict: NewReview["verdict"]
  readonly byId: string
  readonly byName: string
  readonly fileId: string | null
  readonly revision: number | null
  readonly inverse: readonly WrittenChange[]
}

/** Returns the decision of a round with the changes that undo it. Null if there is none, or it was undone. */
export async function reviewOf(
  tx: Tx,
  teamId: string,
  proposalId: string,
  round: number,
): Promise<StoredReview | null> {
  const row = await tx.review.findUnique({
    where: { teamId_proposalId_round: { teamId, proposalId, round } },
  })
  if (!row || row.undoneAt) return null
  return {
    ...row,
    verdict: row.verdict as NewReview["verdict"],
    inverse: row.inverse as unknown as WrittenChange[],
  }
}

/** Returns the number of decisions in a revision, without undone ones. */
export async function decisionsIn(tx: Tx, teamId: string, fileId: string, revision: number): Promise<number> {
  return tx.review.count({ where: { teamId, fileId, revision, undoneAt: null } })
}

/** Sets a decided proposal back to waiting in a new round, and marks its decision as undone. */
export async function reopenProposal(
  tx: Tx,
  teamId: string,
  proposalId: string,
  more: {
    round: number
    by: string
    revision: number | null
    waitingKey: Uint8Array<ArrayBuffer>
    expiresAt: Date
  },
): Promise<void> {
  await freeExpiredKey(tx, teamId, more.waitingKey)
  await tx.review.update({
    where: { teamId_proposalId_round: { teamId, proposalId, round: more.round } },
    data: { undoneAt: new Date(), undoneBy: more.by, undoneRevision: more.revision },
  })
  await tx.proposal.update({
    where: { teamId_id: { teamId, id: proposalId } },
    data: {
      state: "waiting",
      round: more.round + 1,
      decidedAt: null,
      waitingKey: more.waitingKey,
      expiresAt: more.expiresAt,
    },
  })
}

/** Number of created proposals (`in`) and of decisions by verdict in one week. */
export interface FlowWeek {
  /** ISO date of the Monday of the week. */
  readonly week: string
  readonly in: number
  readonly approved: number
  readonly merged: number
  readonly rejected: number
  readonly withdrawn: number
}

/**
 * Returns figures by week (UTC) since `since`. Weeks without events are left out. Undone decisions do not
 * count.
 */
export async function flowByWeek(visible: Visibility, since: Date): Promise<FlowWeek[]> {
  return database().$queryRaw<FlowWeek[]>`
    SELECT to_char(week, 'YYYY-MM-DD') AS week, count(*) FILTER (WHERE verdict IS NULL)::int AS in, count(*) FILTER (WHERE verdict IN ('approved', 'edited'))::int AS approved,
      count(*) FILTER (WHERE verdict = 'merged')::int AS merged, count(*) FILTER (WHERE verdict = 'rejected')::int AS rejected, count(*) FILTER (WHERE verdict = 'withdrawn')::int AS withdrawn
    FROM (
      SELECT date_trunc('week', created_at AT TIME ZONE 'UTC') AS week, NULL AS verdict FROM proposal pr
        WHERE ${visibleRows(visible, "pr")} AND created_at >= ${since}
      UNION ALL
      SELECT date_trunc('week', rv.created_at AT TIME ZONE 'UTC'), rv.verdict FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
        WHERE ${visibleRows(visible, "pr")} AND rv.created_at >= ${since} AND rv.undone_at IS NULL
    ) AS happened GROUP BY week ORDER BY week`
}

/**
 * Returns the median hours from proposal to decision since an instant, without withdrawn ones. Null without
 * decisions.
 */
export async function medianHoursToDecide(visible: Visibility, since: Date): Promise<number | null> {
  const [row] = await database().$queryRaw<{ hours: number | null }[]>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM rv.created_at - pr.created_at) / 3600)::float8 AS hours
    FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
    WHERE ${visibleRows(visible, "pr")} AND rv.created_at >= ${since} AND rv.undone_at IS NULL AND rv.verdict <> 'withdrawn'`
  return row?.hours ?? null
}

/** Returns the number of waiting proposals by whole days, youngest first. Expired ones do not count. */
export async function waitingByDays(
  visible: Visibility,
  now: Date,
): Promise<{ days: number; count: number }[]> {
  return database().$queryRaw<{ days: number; count: number }[]>`
    SELECT greatest(0, floor(extract(epoch FROM ${now} - created_at) / 86400))::int AS days, count(*)::int AS count FROM proposal pr
    WHERE ${visibleRows(visible, "pr")} AND state = 'waiting' AND expires_at > ${now} GROUP BY days ORDER BY days`
}

/**
 * Returns the number of effective decisions since an instant by verdict. `mine` counts those of one person.
 */
export async function countDecided(
  visible: Visibility,
  since: Date,
  userId: string,
): Promise<{ verdict: string; count: number; mine: number }[]> {
  return database().$queryRaw<{ verdict: string; count: number; mine: number }[]>`
    SELECT rv.verdict, count(*)::int AS count, count(*) FILTER (WHERE rv.by_id = ${userId})::int AS mine
    FROM review rv JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id
    WHERE ${visibleRows(visible, "pr")} AND rv.created_at >= ${since} AND rv.undone_at IS NULL
    GROUP BY rv.verdict ORDER BY count DESC`
}

/** A category with its waiting proposals. */
export interface CategoryQueue {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Ids of those that the person has not snoozed, by file and age, limited in number. */
  readonly waiting: readonly string[]
  /** Number of all waiting proposals that the person has not snoozed. */
  readonly total: number
}

/**
 * Returns waiting proposals for a category's shared file and its agents' own files. Null if the team has no
 * such category.
 */
export async function categoryQueue(
  visible: Visibility,
  slug: string,
  { userId, take }: { userId: string; take: number },
): Promise<CategoryQueue | null> {
  const category = await database().category.findFirst({
    where: { teamId: visible.teamId, slug },
    select: { id: true, slug: true, name: true },
  })
  if (!category) return null
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT pr.id FROM proposal pr JOIN project p ON p.team_id = pr.team_id AND p.id = pr.project_id LEFT JOIN agent a ON a.team_id = pr.team_id AND a.id = pr.agent_id ${snoozesOf("pr", userId)}
    WHERE ${visibleRows(visible, "pr")} AND pr.state = 'waiting' AND pr.expires_at > now() AND coalesce(pr.category_id, a.category_id) = ${category.id}::uuid
      AND sn.until IS NULL
    ORDER BY p.name, pr.path, pr.created_at, pr.id`
  return { ...category, waiting: rows.slice(0, take).map((row) => row.id), total: rows.length }
}
