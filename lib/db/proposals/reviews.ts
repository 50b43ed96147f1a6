import type { Prisma } from "@/generated/prisma/client"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import type { Tx } from "../infra/commit"
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
