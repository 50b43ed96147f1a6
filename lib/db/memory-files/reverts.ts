import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"
import type { Write } from "./authorship"

export interface NewRevert {
  readonly of: Readonly<Record<string, string>>
  readonly name: string
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly writes: number
  readonly files: number
  readonly rejected: number
  readonly left: readonly object[]
}

/** Stores a revert and returns its id. Called before its writes, so that its time is earlier. */
export async function addRevert(
  tx: Tx,
  teamId: string,
  { by, of, left, ...row }: NewRevert,
): Promise<string> {
  const id = newId()
  await tx.revert.create({
    data: {
      teamId,
      id,
      ...row,
      of: { ...of },
      left: left.slice(0, MOST_LEFT) as unknown as Prisma.InputJsonValue,
      byKind: by.kind,
      byId: by.id,
      byName: by.name,
    },
  })
  return id
}

const MOST_LEFT = 200

/** Stores the result of a revert. Keeps at most 200 of `left`. */
export async function changeRevert(
  tx: Tx,
  teamId: string,
  id: string,
  { left, ...counts }: Pick<NewRevert, "writes" | "files"> & Partial<Pick<NewRevert, "rejected" | "left">>,
): Promise<void> {
  await tx.revert.update({
    where: { teamId_id: { teamId, id } },
    data: {
      ...counts,
      ...(left === undefined ? {} : { left: left.slice(0, MOST_LEFT) as unknown as Prisma.InputJsonValue }),
    },
  })
}

export interface NewRevertWrite {
  readonly fileId: string
  readonly revision: number | null
  readonly present: boolean | null
  readonly added: number
  readonly cut: number
}

export async function addRevertWrites(
  tx: Tx,
  teamId: string,
  revertId: string,
  writes: readonly NewRevertWrite[],
): Promise<void> {
  if (writes.length > 0)
    await tx.revertWrite.createMany({ data: writes.map((write) => ({ teamId, revertId, ...write })) })
}

/**
 * Marks writes as reverted. If a write is itself a revert, releases the writes that it had reverted, and
 * marks the writes that it had released as reverted again.
 */
export async function markReverted(
  tx: Tx,
  teamId: string,
  revertId: string,
  writes: readonly Write[],
): Promise<void> {
  if (writes.length === 0) return
  const whole = writes.filter((one) => one.proposalId === null)
  await turnReverted(tx, teamId, revertId, whole)
  await tx.$executeRaw`
    INSERT INTO reverted (team_id, revert_id, file_id, revision, proposal_id, round)
    SELECT ${teamId}::uuid, ${revertId}::uuid, w.file_id, w.revision, w.proposal_id, w.round
    FROM json_to_recordset(${JSON.stringify(writes.map((one) => ({ file_id: one.fileId, revision: one.revision, proposal_id: one.proposalId, round: one.round })))}::json) AS w(file_id uuid, revision int, proposal_id uuid, round int)`
}

async function turnReverted(
  tx: Tx,
  teamId: string,
  revertId: string,
  whole: readonly Write[],
): Promise<void> {
  const written = JSON.stringify(whole.map((one) => ({ file_id: one.fileId, revision: one.revision })))
  await tx.$executeRaw`
    WITH ended AS (
      SELECT w.revert_id, w.file_id FROM json_to_recordset(${written}::json) AS t(file_id uuid, revision int)
      JOIN revert_write w ON w.team_id = ${teamId}::uuid AND w.file_id = t.file_id AND w.revision = t.revision
    ), held AS (
      UPDATE reverted r SET released_by = NULL FROM ended e WHERE r.team_id = ${teamId}::uuid AND r.released_by = e.revert_id AND r.file_id = e.file_id RETURNING 1
    ) UPDATE reverted r SET released_by = ${revertId}::uuid FROM ended e WHERE r.team_id = ${teamId}::uuid AND r.revert_id = e.revert_id AND r.file_id = e.file_id AND r.released_by IS NULL`
}

/**
 * Does the same as `markReverted` for files that the revert `ended` only removed or restored, without a
 * revision: releases the writes that it had reverted.
 */
export async function releaseTurnedFiles(
  tx: Tx,
  teamId: string,
  { ended, by, fileIds }: { ended: string; by: string; fileIds: readonly string[] },
): Promise<void> {
  await tx.reverted.updateMany({
    where: { teamId, releasedBy: ended, fileId: { in: [...fileIds] } },
    data: { releasedBy: null },
  })
  await tx.reverted.updateMany({
    where: { teamId, revertId: ended, fileId: { in: [...fileIds] }, releasedBy: null },
    data: { releasedBy: by },
  })
}

/**
 * Marks all writes since an instant as reverted. `files`: revision of each file at that time; 0 if the file
 * did not exist. Earlier reverts get the state that they had at that time. Call it before new revisions are
 * stored.
 */
export async function revertAllSince(
  tx: Tx,
  teamId: string,
  { id: revertId, at }: { id: string; at: string },
  files: readonly { readonly fileId: string; readonly revision: number }[],
): Promise<void> {
  if (files.length === 0) return
  const wanted = JSON.stringify(files.map((one) => ({ file_id: one.fileId, revision: one.revision })))
  await tx.$executeRaw`
    WITH target AS (SELECT * FROM json_to_recordset(${wanted}::json) AS t(file_id uuid, revision int)),
    since AS (
      SELECT w.revert_id, w.file_id FROM target t JOIN revert_write w ON w.team_id = ${teamId}::uuid AND w.file_id = t.file_id JOIN revert v ON v.team_id = w.team_id AND v.id = w.revert_id
      WHERE w.revision > t.revision OR (w.revision IS NULL AND v.created_at > ${at}::timestamptz)),
    turned AS (
      SELECT r.number, CASE WHEN made.revert_id IS NOT NULL THEN ${revertId}::uuid WHEN freed.revert_id IS NOT NULL THEN NULL ELSE r.released_by END AS released_by
      FROM reverted r JOIN target t ON r.file_id = t.file_id LEFT JOIN since made ON made.revert_id = r.revert_id AND made.file_id = r.file_id LEFT JOIN since freed ON freed.revert_id = r.released_by AND freed.file_id = r.file_id
      WHERE r.team_id = ${teamId}::uuid AND (made.revert_id IS NOT NULL AND r.released_by IS NULL OR made.revert_id IS NULL AND freed.revert_id IS NOT NULL)
    ) UPDATE reverted r SET released_by = t.released_by FROM turned t WHERE r.team_id = ${teamId}::uuid AND r.number = t.number`
  await tx.$executeRaw`
    INSERT INTO reverted (team_id, revert_id, file_id, revision, proposal_id, round)
    SELECT ${teamId}::uuid, ${revertId}::uuid, r.file_id, r.number, rv.proposal_id, rv.round
    FROM json_to_recordset(${wanted}::json) AS t(file_id uuid, revision int) JOIN revision r ON r.team_id = ${teamId}::uuid AND r.file_id = t.file_id AND r.number > t.revision
    LEFT JOIN review rv ON rv.team_id = r.team_id AND rv.file_id = r.file_id AND rv.revision = r.number
    WHERE (rv.proposal_id IS NULL OR rv.undone_at IS NULL) AND NOT EXISTS (
      SELECT 1 FROM reverted o WHERE o.team_id = r.team_id AND o.file_id = r.file_id AND o.revision = r.number AND o.proposal_id IS NOT DISTINCT FROM rv.proposal_id AND o.round IS NOT DISTINCT FROM rv.round AND o.released_by IS NULL)`
}

/**
 * A write of a file that was reverted. `releasedBy`: id of the revert that released the write; null if it is
 * still reverted.
 */
export interface RevertedRow extends Write {
  readonly revertId: string
  readonly releasedBy: string | null
}

export async function revertedIn(
  { teamId }: Visibility,
  fileIds: readonly string[],
  client: Pick<Reader, "reverted"> = database(),
): Promise<RevertedRow[]> {
  return client.reverted.findMany({
    where: { teamId, fileId: { in: [...fileIds] } },
    select: { fileId: true, revision: true, proposalId: true, round: true, revertId: true, releasedBy: true },
    orderBy: { number: "asc" },
  })
}

/** Returns the revert that is in effect for the write of a decision. Null if there is none. */
export async function revertOfReview(
  { teamId }: Visibility,
  proposalId: string,
  round: number,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<{ id: string; by: string; at: Date; reason: string } | null> {
  const [found] = await client.$queryRaw<{ id: string; by: string; at: Date; reason: string }[]>`
    SELECT v.id, v.by_name AS by, v.created_at AS at, v.reason FROM reverted r JOIN revert v ON v.team_id = r.team_id AND v.id = r.revert_id
    WHERE r.team_id = ${teamId}::uuid AND r.proposal_id = ${proposalId}::uuid AND r.round = ${round}::int AND r.released_by IS NULL ORDER BY r.number DESC LIMIT 1`
  return found ?? null
}

const SHOWN = {
  id: true,
  of: true,
  name: true,
  reason: true,
  byName: true,
  writes: true,
  files: true,
  rejected: true,
  left: true,
  createdAt: true,
} as const

export async function findRevert({ teamId }: Visibility, id: string) {
  return isId(id)
    ? database().revert.findUnique({ where: { teamId_id: { teamId, id } }, select: SHOWN })
    : null
}

export async function listReverts({ teamId }: Visibility, take: number) {
  return database().revert.findMany({
    where: { teamId },
    select: { ...SHOWN, left: false },
    orderBy: { createdAt: "desc" },
    take,
  })
}

export interface RevertedFile {
  readonly fileId: string
  readonly path: string
  readonly project: string
  readonly projectSlug: string
  readonly revision: number | null
  readonly present: boolean | null
  readonly added: number
  readonly cut: number
}

/**
 * Returns at most `take` changes of a revert, by project and path. `undone`: id of the newest revert that
 * undid it; null if there is none.
 */
export async function revertedFiles(
  { teamId }: Visibility,
  revertId: string,
  take: number,
): Promise<{ files: RevertedFile[]; undone: string | null }> {
  const [files, [undone]] = await Promise.all([
    database().$queryRaw<RevertedFile[]>`
      SELECT w.file_id AS "fileId", f.path, p.name AS project, p.slug AS "projectSlug", w.revision, w.present, w.added, w.cut FROM revert_write w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id
      JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id WHERE w.team_id = ${teamId}::uuid AND w.revert_id = ${revertId}::uuid ORDER BY p.name, f.path LIMIT ${take}`,
    database().$queryRaw<
      { id: string }[]
    >`SELECT id FROM revert WHERE team_id = ${teamId}::uuid AND of->>'revert' = ${revertId} ORDER BY created_at DESC LIMIT 1`,
  ])
  return { files, undone: undone?.id ?? null }
}
