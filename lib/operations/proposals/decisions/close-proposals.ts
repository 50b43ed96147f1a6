import type { Tx } from "@/lib/db/infra/commit"
import type { ProposalRow } from "@/lib/db/proposals/list"
import { addReview } from "@/lib/db/proposals/reviews"
import type { Actor } from "@/lib/memory/teams/actor"
import { bytesOf } from "./decision"

/** Rejects or withdraws pending proposals. Their files do not change. */
export async function closeProposals(
  tx: Tx,
  actor: Actor,
  rows: readonly ProposalRow[],
  { verdict, reason }: { readonly verdict: "rejected" | "withdrawn"; readonly reason: string },
): Promise<void> {
  for (const row of rows)
    await addReview(tx, {
      teamId: row.teamId,
      proposalId: row.id,
      round: row.round,
      verdict,
      by: { kind: actor.kind, id: actor.id, name: actor.name },
      reason,
      shown: bytesOf(row.shown),
      rule: null,
      fileId: row.fileId,
      revision: null,
      changes: [],
      inverse: [],
    })
}
