import type { Visibility } from "@/lib/memory/teams/visibility"
import { visibleRows } from "../infra/sql-fragments"
import { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { REMOVED_BY_MIGRATION } from "../layout-migrations"

/** The source with which a file is compared. */
export interface Exchange {
  readonly sourceId: string
  /**
   * True for a synced source, which has no merge base if none is stored for it. False: the merge base with
   * the main source of the file is used instead.
   */
  readonly strict: boolean
}

/**
 * Returns SQL for the merge base, over `f` (memory_file) and `b` (source_base, outer joined). Null if
 * unknown.
 */
export const baseOf = (source: string, strict: string): string =>
  `coalesce(b.sha256, CASE WHEN ${strict} AND f.source_id IS DISTINCT FROM ${source} THEN NULL ELSE f.base END)`

/** Stores the merge bases of files with a source. Hexadecimal. Unchanged ones are not written. */
export async function noteBases(
  tx: Tx,
  teamId: string,
  sourceId: string,
  files: readonly { readonly id: string; readonly sha256: string }[],
): Promise<void> {
  if (files.length === 0) return
  await tx.$executeRaw`
    INSERT INTO source_base AS b (team_id, source_id, file_id, sha256)
    SELECT ${teamId}::uuid, ${sourceId}::uuid, id, decode(sha256, 'hex') FROM unnest(${files.map((file) => file.id)}::uuid[], ${files.map((file) => file.sha256)}::text[]) AS row(id, sha256) ORDER BY id
    ON CONFLICT (team_id, source_id, file_id) DO UPDATE SET sha256 = excluded.sha256 WHERE b.sha256 <> excluded.sha256`
}

/**
 * Deletes the merge bases of files that a source no longer has. A file that a migration removed then has no
 * source. If it is restored, it counts as created here.
 */
export async function dropBases(
  tx: Tx,
  teamId: string,
  sourceId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return
  await tx.sourceBase.deleteMany({ where: { teamId, sourceId, fileId: { in: [...fileIds] } } })
  await tx.$executeRaw`
    UPDATE memory_file f SET source_id = NULL, base = sha256('')
    WHERE f.team_id = ${teamId}::uuid AND f.source_id = ${sourceId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[]) AND ${Prisma.raw(REMOVED_BY_MIGRATION)}`
}

/** Returns files that a migration removed here and that the source is known to have had. */
export async function filesRemovedByMigration(
  tx: Tx,
  teamId: string,
  sourceId: string,
): Promise<{ id: string; path: string; projectName: string }[]> {
  return tx.$queryRaw`
    SELECT f.id, f.path, p.name AS "projectName" FROM source_base b JOIN memory_file f ON f.team_id = b.team_id AND f.id = b.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    WHERE b.team_id = ${teamId}::uuid AND b.source_id = ${sourceId}::uuid AND ${Prisma.raw(REMOVED_BY_MIGRATION)}`
}

/** Returns those of the files that a migration removed here and that the source once had. */
export async function removedFilesOnceHeld(
  visible: Visibility,
  sourceId: string,
  fileIds: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<string[]> {
  if (fileIds.length === 0) return []
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT f.id FROM source_base b JOIN memory_file f ON f.team_id = b.team_id AND f.id = b.file_id
    WHERE ${visibleRows(visible, "f")} AND b.source_id = ${sourceId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[]) AND ${Prisma.raw(REMOVED_BY_MIGRATION)}`
  return rows.map(({ id }) => id)
}

/** Returns the merge base of a file and a source, in hexadecimal. Null if the source never had the file. */
export async function findBase(
  tx: Tx,
  teamId: string,
  sourceId: string,
  fileId: string,
): Promise<string | null> {
  const row = await tx.sourceBase.findUnique({
    where: { teamId_sourceId_fileId: { teamId, sourceId, fileId } },
  })
  return row && Buffer.from(row.sha256).toString("hex")
}

/** Stores the merge bases of files that a run found unchanged. */
export async function storeUnchangedBases(
  tx: Tx,
  teamId: string,
  run: { readonly id: string; readonly sourceId: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO source_base AS b (team_id, source_id, file_id, sha256)
    SELECT f.team_id, ${run.sourceId}::uuid, f.id, i.sha256 FROM import_item i JOIN project p ON p.team_id = i.team_id AND p.name = i.project_name
      JOIN memory_file f ON f.team_id = i.team_id AND f.project_id = p.id AND f.path = i.path
    WHERE i.team_id = ${teamId}::uuid AND i.run_id = ${run.id}::uuid AND i.status = 'same' AND i.sha256 IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM source_base s WHERE s.team_id = f.team_id AND s.source_id = ${run.sourceId}::uuid AND s.file_id = f.id AND s.sha256 = i.sha256)
    ORDER BY f.id
    ON CONFLICT (team_id, source_id, file_id) DO UPDATE SET sha256 = excluded.sha256`
}

/** Sets the merge base of a file and its source: hexadecimal SHA-256. The file's text stays. */
export async function setBase(tx: Tx, teamId: string, fileId: string, base: string): Promise<void> {
  await tx.memoryFile.update({
    where: { teamId_id: { teamId, id: fileId } },
    data: { base: new Uint8Array(Buffer.from(base, "hex")) },
  })
}
