import type { Tx } from "@/lib/db/infra/commit"
import { type AddedProposal, addProposals } from "@/lib/db/proposals/new-proposals"
import type { Asked, Prepared } from "../create"

/** A proposal that is stored together with others, and with what they belong to. */
export interface Together {
  readonly asked: Asked
  readonly prepared: Prepared
}

/** Stores them in one order everywhere, so that no two transactions wait for each other. What waits already gains a supporter instead. By the id of the row. */
export async function addTogether(tx: Tx, planned: readonly Together[]): Promise<Map<string, AddedProposal>> {
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
