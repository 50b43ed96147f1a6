import type { Visibility } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { pairKey } from "@/lib/memory/similarity/pair-key"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { transferEntryData } from "../migration/migrations"

/** Returns files whose entries were parsed by older rules, by id. */
export async function filesReadBefore(
  { teamId }: Visibility,
  rules: number,
  take: number,
): Promise<string[]> {
  const files = await database().memoryFile.findMany({
    where: { teamId, rules: { lt: rules } },
    select: { id: true },
    orderBy: { id: "asc" },
    take,
  })
  return files.map(({ id }) => id)
}

/** An old entry whose text is part of a new entry. Both can have the same id. */
export interface EntrySuccessor {
  readonly from: string
  readonly to: string
  readonly before: string
  readonly now: string
  /** SHA-256 of the old text, as verifications store it. `statementNow`: SHA-256 of the new text. */
  readonly statementBefore: Uint8Array<ArrayBuffer>
  readonly statementNow: Uint8Array<ArrayBuffer>
}

/**
 * Makes new entries the target of everything that refers to the old ones: verifications, deliveries,
 * conflicts, waiting proposals, and claims of the coach.
 */
export async function transferDecisions(
  tx: Tx,
  teamId: string,
  projectId: string,
  heirs: readonly EntrySuccessor[],
): Promise<void> {
  if (heirs.length === 0) return
  const others = heirs.filter(({ from, to }) => from !== to)
  if (others.length > 0) await transferEntryData(tx, teamId, projectId, others)
  for (const { to, statementBefore, statementNow } of heirs)
    await tx.vouch.updateMany({
      where: { teamId, entryId: to, statement: statementBefore },
      data: { statement: statementNow },
    })
  for (const { from, to } of others) {
    await tx.claim.updateMany({ where: { teamId, entryId: from }, data: { entryId: to } })
    await tx.$executeRaw`
      UPDATE claim SET citations = replace(citations::text, ${from}, ${to})::jsonb
      WHERE team_id = ${teamId}::uuid AND citations @> jsonb_build_array(jsonb_build_object('entry', ${from}::text))`
    await tx.$executeRaw`
      UPDATE proposal SET targets = array_replace(targets, ${from}::uuid, ${to}::uuid), changes = replace(changes::text, ${from}, ${to})::jsonb
      WHERE team_id = ${teamId}::uuid AND state = 'waiting' AND ${from}::uuid = ANY(targets)`
  }
  await carryConflicts(tx, teamId, heirs)
}

/** Replaces old entries in decided conflicts. Open conflicts are detected again instead. */
async function carryConflicts(tx: Tx, teamId: string, heirs: readonly EntrySuccessor[]): Promise<void> {
  const byOld = new Map(heirs.map((heir) => [heir.from, heir]))
  const decided = await tx.conflict.findMany({
    where: {
      teamId,
      state: { in: ["resolved", "dismissed"] },
      sides: { some: { entryId: { in: [...byOld.keys()] } } },
    },
    select: { id: true, state: true, sides: { orderBy: { entryId: "asc" } } },
  })
  for (const { id, state, sides } of decided) {
    const now = sides.map((side) => {
      const heir = byOld.get(side.entryId)
      return {
        ...side,
        entryId: heir?.to ?? side.entryId,
        text: heir?.before === side.text ? heir.now : side.text,
      }
    })
    await tx.conflictSide.deleteMany({ where: { teamId, conflictId: id } })
    await tx.conflictSide.createMany({ data: now, skipDuplicates: true })
    const [left, right] = ["left", "right"].map((side) => now.find((one) => one.side === side)?.text)
    if (state !== "dismissed" || left === undefined || right === undefined) continue
    const pair = new Uint8Array(createHash("sha256").update(pairKey(left, right)).digest())
    await tx.conflict.update({ where: { teamId_id: { teamId, id } }, data: { pair } })
  }
}
