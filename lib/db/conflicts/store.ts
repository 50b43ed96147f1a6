import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import type { WrittenChange } from "@/lib/memory/proposals/write-changes"
import type { Tx } from "../infra/commit"
import { type ConflictRow, findConflictRows } from "./conflicts"

type Bytes = Uint8Array<ArrayBuffer>

export interface SideToStore {
  readonly entryId: string
  readonly fileId: string
  readonly side: "left" | "right"
  readonly text: string
}

export interface ConflictToStore {
  readonly id: string
  readonly kind: string
  readonly finding: string
  readonly projectId: string
  readonly pair: Bytes
  readonly placeKey: Bytes
  readonly prevails: "left" | "right" | null
  readonly evidence: object
  readonly foundBy: string
  readonly sides: readonly SideToStore[]
}

/**
 * The result of storing a conflict. `is`: new, reopened ("again"), or known. `added`: number of entries that
 * were added or whose text was updated.
 */
export interface StoredConflict {
  readonly id: string
  readonly is: "new" | "again" | "known"
  readonly added: number
}

/**
 * Stores a detected conflict. If the conflict is open or was decided by an override, adds the missing copies
 * to it. Reopens a conflict that had disappeared. Returns null if a person dismissed the pair or kept both
 * entries, or if an entry has changed in the meantime.
 */
export async function storeConflict(
  tx: Tx,
  teamId: string,
  found: ConflictToStore,
): Promise<StoredConflict | null> {
  if (await isDismissed(tx, teamId, found.pair)) return null
  const [earlier] = await tx.$queryRaw<EarlierConflict[]>`
    SELECT c.id, c.state, re.verdict FROM conflict c LEFT JOIN resolution re ON re.team_id = c.team_id AND re.conflict_id = c.id AND re.round = c.round AND re.undone_at IS NULL
    WHERE c.team_id = ${teamId}::uuid AND c.place_key = ${found.placeKey} ORDER BY c.state = 'open' DESC, c.created_at DESC, c.id DESC LIMIT 1`
  if (earlier && takesCopies(earlier)) return addCopies(tx, teamId, earlier.id, found)
  if (earlier && isKept(earlier)) return null
  const stored =
    earlier?.state === "gone"
      ? await openAgain(tx, teamId, earlier.id, found)
      : await insert(tx, teamId, found)
  if (!stored) return null
  // The statements above may have waited for a lock while a person decided.
  const isComplete = (await countSides(tx, teamId, stored.id)) === 2
  if (isComplete && !(await isDismissed(tx, teamId, found.pair))) return stored
  await discard(tx, teamId, stored)
  return null
}

interface EarlierConflict {
  readonly id: string
  readonly state: string
  readonly verdict: string | null
}

const takesCopies = ({ state, verdict }: EarlierConflict): boolean =>
  state === "open" || (state === "resolved" && verdict === "override")

const isKept = ({ state, verdict }: EarlierConflict): boolean =>
  state === "resolved" && verdict === "keep-both"

async function countSides(tx: Tx, teamId: string, id: string): Promise<number> {
  const [row] = await tx.$queryRaw<
    { sides: number }[]
  >`SELECT count(DISTINCT side)::int AS sides FROM conflict_side WHERE team_id = ${teamId}::uuid AND conflict_id = ${id}::uuid`
  return row?.sides ?? 0
}

/** Deletes a new conflict, or closes a reopened one. */
async function discard(tx: Tx, teamId: string, { id, is }: StoredConflict): Promise<void> {
  const where = { teamId_id: { teamId, id } }
  if (is === "new") await tx.conflict.delete({ where })
  else await tx.conflict.update({ where, data: { state: "gone", openKey: null } })
}

async function isDismissed(tx: Tx, teamId: string, pair: Bytes): Promise<boolean> {
  return (
    (await tx.conflict.findFirst({ where: { teamId, pair, state: "dismissed" }, select: { id: true } })) !==
    null
  )
}

async function insert(tx: Tx, teamId: string, found: ConflictToStore): Promise<StoredConflict | null> {
  const added = await tx.$executeRaw`
    INSERT INTO conflict (team_id, id, kind, finding, state, project_id, pair, place_key, open_key, prevails, evidence, found_by)
    VALUES (${teamId}::uuid, ${found.id}::uuid, ${found.kind}, ${found.finding}, 'open', ${found.projectId}::uuid, ${found.pair}, ${found.placeKey}, ${found.placeKey}, ${found.prevails}, ${JSON.stringify(found.evidence)}::jsonb, ${found.foundBy})
    ON CONFLICT (team_id, open_key) DO NOTHING`
  if (added === 1) {
    return { id: found.id, is: "new", added: await addSides(tx, teamId, found.id, found.sides) }
  }
  const open = await tx.conflict.findFirst({
    where: { teamId, openKey: found.placeKey },
    select: { id: true },
  })
  return open && addCopies(tx, teamId, open.id, found)
}

async function openAgain(
  tx: Tx,
  teamId: string,
  id: string,
  found: ConflictToStore,
): Promise<StoredConflict | null> {
  const opened = await tx.$executeRaw`
    UPDATE conflict SET state = 'open', open_key = place_key, decided_at = NULL, prevails = ${found.prevails}, evidence = ${JSON.stringify(found.evidence)}::jsonb WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND state = 'gone'`
  if (opened === 0) return null
  await tx.conflictSide.deleteMany({ where: { teamId, conflictId: id } })
  return { id, is: "again", added: await addSides(tx, teamId, id, found.sides) }
}

/** Adds missing copies of the two texts to the sides of a conflict. */
async function addCopies(
  tx: Tx,
  teamId: string,
  id: string,
  found: ConflictToStore,
): Promise<StoredConflict> {
  return { id, is: "known", added: await addSides(tx, teamId, id, found.sides) }
}

/**
 * Adds current entries with the exact text to the sides of a conflict, or updates their stored text if only
 * its formatting changed. Returns the number of added and updated entries.
 */
async function addSides(tx: Tx, teamId: string, id: string, sides: readonly SideToStore[]): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO conflict_side (team_id, conflict_id, entry_id, file_id, side, text)
    SELECT ${teamId}::uuid, ${id}::uuid, e.id, e.file_id, given.side, e.text
    FROM unnest(${sides.map((side) => side.entryId)}::uuid[], ${sides.map((side) => side.side)}::text[], ${sides.map((side) => side.text)}::text[]) AS given(id, side, text)
      JOIN entry e ON e.team_id = ${teamId}::uuid AND e.id = given.id AND e.text = given.text AND e.state = 'current'
    ON CONFLICT (team_id, conflict_id, entry_id) DO UPDATE SET text = excluded.text WHERE conflict_side.side = excluded.side AND conflict_side.text <> excluded.text`
}

/**
 * Returns a text of the left side of open and resolved conflicts, by place key in hexadecimal. Copies that
 * are detected later join the side with their text.
 */
export async function leftTextsOfOpenConflicts(
  tx: Pick<Tx, "$queryRaw">,
  teamId: string,
  placeKeys: readonly Bytes[],
): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ key: string; text: string }[]>`
    SELECT encode(c.place_key, 'hex') AS key, (SELECT side.text FROM conflict_side side WHERE side.team_id = c.team_id AND side.conflict_id = c.id AND side.side = 'left' LIMIT 1) AS text
    FROM conflict c WHERE c.team_id = ${teamId}::uuid AND c.place_key = ANY(${[...placeKeys]}::bytea[]) AND (c.state = 'open' OR c.state = 'resolved')`
  return new Map(rows.map((row) => [row.key, row.text]))
}

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
      // After the revisions of the decision, which the default (start of the transaction) would precede.
      createdAt: new Date(),
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
