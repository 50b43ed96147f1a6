import type { Tx } from "@/lib/db/infra/commit"
import { type AddedProposal, addProposals } from "@/lib/db/proposals/new-proposals"
import type { ProposalRequest, CheckedProposal } from "../create"

/** A checked proposal, ready to be stored. */
export interface ProposalToStore {
  readonly asked: ProposalRequest
  readonly prepared: CheckedProposal
}

/**
 * Stores proposals in the order of their keys, so that two transactions cannot deadlock. A proposal that is
 * already waiting gains a supporter instead. Returns the stored proposals by the id of the prepared row.
 */
export async function storeChecked(
  tx: Tx,
  planned: readonly ProposalToStore[],
): Promise<Map<string, AddedProposal>> {
  const rows = planned
    .map(({ prepared }) => prepared.row)
    .toSorted((a, b) => Buffer.compare(a.waitingKey, b.waitingKey))
  const added = await addProposals(tx, rows)
  const stored = new Map<string, AddedProposal>()
  for (const [place, row] of rows.entries()) {
    const one = added[place] ?? (await addProposals(tx, [row]))[0]
    if (one) stored.set(row.id, one)
  }
  return stored
}
