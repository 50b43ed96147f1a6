import type { Tx } from "../infra/commit"

/** Sets the time of creation of a sample proposal and of its supporters to a past time. */
export async function backdateProposal(tx: Tx, teamId: string, id: string, createdAt: Date): Promise<void> {
  await tx.proposal.update({ where: { teamId_id: { teamId, id } }, data: { createdAt } })
  await tx.supporter.updateMany({ where: { teamId, proposalId: id }, data: { createdAt } })
}
