import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"

export interface BrokenCitation {
  readonly fileId: string
  readonly entryId: string
  readonly path: string
  readonly why: string
}

/** A file whose entries may cite files of its source's directory. */
export interface CitingRow {
  readonly id: string
  readonly path: string
  readonly format: string
  readonly sourceKind: string | null
  readonly sourceName: string | null
}

const CITING = `f.state <> 'gone' AND f.role IN ('memory', 'index', 'topic', 'shared') AND f.format <> 'instructions' AND f.scope <> 'session'`

/** Returns files that come from directories of this server, by id. */
export async function citingFiles(
  { teamId }: Visibility,
  { after, take }: { after: string | null; take: number },
): Promise<CitingRow[]> {
  return database().$queryRawUnsafe<CitingRow[]>(
    `SELECT f.id, f.path, f.format, s.kind AS "sourceKind", s.name AS "sourceName" FROM memory_file f JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
     WHERE f.team_id = $1::uuid AND s.kind = 'directory' AND ${CITING} AND ($2::uuid IS NULL OR f.id > $2::uuid) ORDER BY f.id LIMIT $3::int`,
    teamId,
    after,
    take,
  )
}

export async function citingEntries(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<{ id: string; fileId: string; text: string }[]> {
  return database()
    .$queryRaw`SELECT id, file_id AS "fileId", text FROM entry WHERE team_id = ${teamId}::uuid AND file_id = ANY(${[...fileIds]}::uuid[]) AND state = 'current' ORDER BY file_id, position`
}

export async function brokenCitationsOf(
  { teamId }: Visibility,
  fileIds: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<BrokenCitation[]> {
  return fileIds.length === 0
    ? []
    : client.$queryRaw<BrokenCitation[]>`
    SELECT file_id AS "fileId", entry_id AS "entryId", path, why FROM cited_gone WHERE team_id = ${teamId}::uuid AND file_id = ANY(${[...fileIds]}::uuid[]) ORDER BY file_id, entry_id, path COLLATE "C"`
}

export async function storeBrokenCitations(
  tx: Tx,
  teamId: string,
  rows: readonly BrokenCitation[],
): Promise<void> {
  if (rows.length > 0)
    await tx.citedGone.createMany({ data: rows.map((row) => ({ ...row, teamId })), skipDuplicates: true })
}

export async function deleteBrokenCitations(
  tx: Tx,
  teamId: string,
  rows: readonly BrokenCitation[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.$executeRaw`DELETE FROM cited_gone g USING unnest(${rows.map((row) => row.entryId)}::uuid[], ${rows.map((row) => row.path)}::text[]) AS one(entry_id, path) WHERE g.team_id = ${teamId}::uuid AND g.entry_id = one.entry_id AND g.path = one.path`
}

/**
 * Returns the stored broken citations of memory files that no longer come from a directory of this server, or
 * that no longer count.
 */
export async function brokenCitationsElsewhere({ teamId }: Visibility): Promise<BrokenCitation[]> {
  return database().$queryRawUnsafe<BrokenCitation[]>(
    `SELECT g.file_id AS "fileId", g.entry_id AS "entryId", g.path, g.why FROM cited_gone g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id LEFT JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
     WHERE g.team_id = $1::uuid AND NOT (s.kind IS NOT DISTINCT FROM 'directory' AND ${CITING})`,
    teamId,
  )
}
