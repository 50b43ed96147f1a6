import { readAncestors } from "@/lib/db/teams/access-tokens"
import type { Tx } from "@/lib/db/infra/commit"
import type { ProposalRow } from "@/lib/db/proposals/list"
import type { Actor } from "@/lib/memory/teams/actor"
import { invitingTokenIds, type Deciding } from "@/lib/memory/policies/approval-right"

type Authored = Pick<ProposalRow, "teamId" | "authorKind" | "authorId">

/** Ids of the access tokens that created an author's token, directly or indirectly, by the author's id. */
export type LinesAbove = ReadonlyMap<string, readonly string[]>

/**
 * Returns the ids of the access tokens that created the authors' tokens, directly or indirectly. Only reads
 * them if an access token invited the actor, because other people may approve any proposal.
 */
export async function linesAbove(actor: Actor, rows: readonly Authored[], tx?: Tx): Promise<LinesAbove> {
  const asked = rows.filter(
    (row) => row.authorKind === "token" && invitingTokenIds(actor, row.teamId).length > 0,
  )
  return asked.length === 0
    ? new Map()
    : readAncestors(
        asked.map((row) => row.authorId),
        tx,
      )
}

/** Returns the author of a proposal for the check of the right to decide. */
export const authorWith = (lines: LinesAbove, row: Authored): Deciding["author"] => ({
  kind: row.authorKind,
  id: row.authorId,
  line: lines.get(row.authorId) ?? [],
})
