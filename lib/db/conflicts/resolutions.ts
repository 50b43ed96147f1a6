import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import type { Tx } from "../infra/commit"
import { type ConflictRow, findConflictRows } from "./list"

/** Changes that a resolution wrote into a file, with those that undo them. */
export interface ResolutionWrite {
  readonly fileId: string
  readonly revision: number
  readonly changes: readonly WrittenChange[]
  readonly inverse: readonly WrittenChange[]
}

export interface NewResolution {
  readonly teamId: string
  readonly conflictId: string
  readonly round: number
  readonly verdict: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly shown: Uint8Array<ArrayBuffer>
  readonly writes: readonly ResolutionWrite[]
}

/**
 * Locks and returns a conflict, or null if it does not exist. With `alike`, also locks and returns the other
 * open conflicts of the same pair of texts.
 */
export async function lockConflict(
  tx: Tx,
  teamId: string,
  id: string,
  { alike = false } = {},
): Promise<{ row: ConflictRow; alike: readonly { readonly id: string; readonly round: number }[] } | null> {
  // Locks in the order of ids, to avoid deadlocks.
  const held = await tx.$queryRaw<{ id: string; round: number }[]>`
    SELECT c.id, c.round FROM conflict c WHERE c.team_id = ${teamId}::uuid AND (c.id = ${id}::uuid
      OR (${alike} AND c.state = 'open' AND c.pair = (SELECT pair FROM conflict WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid))) ORDER BY c.id FOR UPDATE`
  const [row] = await findConflictRows([wholeTeamUnchecked(teamId)], [id], {}, tx)
  return row ? { row, alike: held.filter((one) => one.id !== id) } : null
}

/**
 * Stores a decision and closes the conflict. Throws if the current round of the conflict has a decision
 * already.
 */
export async function addResolution(
  tx: Tx,
  { by, writes, ...row }: NewResolution,
  { state, prevails }: { state: "resolved" | "dismissed"; prevails: "left" | "right" | null },
): Promise<void> {
  await tx.resolution.create({
    data: {
      ...row,
      byKind: by.kind,
      byId: by.id,
      byName: by.name,
      writes: writes as unknown as Prisma.InputJsonValue,
    },
  })
  await tx.conflict.update({
    where: { teamId_id: { teamId: row.teamId, id: row.conflictId } },
    data: { state, openKey: null, decidedAt: new Date(), ...(prevails === null ? {} : { prevails }) },
  })
}

export interface StoredResolution {
  readonly round: number
  readonly verdict: string
  readonly writes: readonly ResolutionWrite[]
}

/** Returns the current decision with the changes that undo it, or null. */
export async function resolutionOf(
  tx: Tx,
  teamId: string,
  { id, round }: { readonly id: string; readonly round: number },
): Promise<StoredResolution | null> {
  const row = await tx.resolution.findUnique({
    where: { teamId_conflictId_round: { teamId, conflictId: id, round } },
  })
  return row && row.undoneAt === null
    ? { round, verdict: row.verdict, writes: row.writes as unknown as ResolutionWrite[] }
    : null
}

/**
 * Locks and returns the dismissed conflicts of the same pair. Dismissing and undoing apply to all of them.
 */
export async function lockDismissed(
  tx: Tx,
  teamId: string,
  id: string,
): Promise<{ id: string; round: number }[]> {
  return tx.$queryRaw`
    SELECT c.id, c.round FROM conflict c WHERE c.team_id = ${teamId}::uuid AND c.state = 'dismissed' AND c.pair = (SELECT pair FROM conflict WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid) ORDER BY c.id FOR UPDATE`
}

/** Reopens decided conflicts. Throws if the same conflict was detected again meanwhile. */
export async function reopenConflicts(
  tx: Tx,
  teamId: string,
  rows: readonly {
    readonly id: string
    readonly round: number
    readonly prevails?: "left" | "right" | null
  }[],
  by: string,
): Promise<void> {
  for (const { id, round, prevails } of rows) {
    await tx.resolution.updateMany({
      where: { teamId, conflictId: id, round, undoneAt: null },
      data: { undoneAt: new Date(), undoneBy: by },
    })
    const keeps = prevails === undefined
    await tx.$executeRaw`
      UPDATE conflict SET state = 'open', round = round + 1, decided_at = NULL, open_key = place_key, prevails = CASE WHEN ${keeps} THEN prevails ELSE ${prevails ?? null} END WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`
  }
}
