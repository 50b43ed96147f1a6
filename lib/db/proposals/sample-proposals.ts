import type { Tx } from "../infra/commit"

/** Samples came over days, not all at the first start. */
export async function backdateProposal(tx: Tx, teamId: string, id: string, createdAt: Date): Promise<void> {
  await tx.proposal.update({ where: { teamId_id: { teamId, id } }, data: { createdAt } })
  await tx.supporter.updateMany({ where: { teamId, proposalId: id }, data: { createdAt } })
}
