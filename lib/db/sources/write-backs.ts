import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"
import { dropBases, noteBases } from "./merge-bases"
import { REMOVED_BY_MIGRATION } from "../layout-migrations"

export const WRITE_WAYS = ["directory", "branch", "patch", "zip"] as const
export type WriteWay = (typeof WRITE_WAYS)[number]

export interface SourceRow {
  readonly id: string
  readonly kind: string
  readonly name: string
}

export async function findSource({ teamId }: Visibility, id: string): Promise<SourceRow | null> {
  if (!isId(id)) return null
  return database().source.findUnique({
    where: { teamId_id: { teamId, id } },
    select: { id: true, kind: true, name: true },
  })
}

/** Returns the sources with this name, or all, latest import first. */
export async function sourcesNamed({ teamId }: Visibility, name?: string): Promise<SourceRow[]> {
  return database().source.findMany({
    where: { teamId, ...(name === undefined ? {} : { name }) },
    select: { id: true, kind: true, name: true },
    orderBy: { lastImportedAt: { sort: "desc", nulls: "last" } },
  })
}

/** A file whose current text differs from the merge base, or that exists on one side only. */
export interface PendingFile {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
  readonly projectSlug: string
  /** Id of the source. Null if the file was created here and no source has it. */
  readonly sourceId: string | null
  readonly path: string
  readonly format: FormatId
  /** SHA-256 of the current text, in hexadecimal. `base`: SHA-256 of the merge base. */
  readonly sha256: string
  readonly base: string
  readonly head: number
  /** True if a migration removed it here and its source may still have it. */
  readonly goes: boolean
  /**
   * True if the file must be written again. A commit removed it from its source, it was restored here, and
   * the source was not imported since.
   */
  readonly returns: boolean
  /**
   * If this file was removed: name of another project that still has the file of the same source at the same
   * path. Else null.
   */
  readonly keptBy: string | null
}

/**
 * SQL condition: a merge base of memory file `f` with its source is stored, so that the source has had the
 * file.
 */
const AT_SOURCE = Prisma.raw(
  "EXISTS (SELECT 1 FROM source_base b WHERE b.team_id = f.team_id AND b.source_id = f.source_id AND b.file_id = f.id)",
)

/**
 * SQL condition: memory file `f` is the daily log of an agent without memory of its own, in a project without
 * Kaizen memory. Such a log is never written back.
 */
const STAYS_HERE = Prisma.raw(
  `(f.source_id IS NULL AND f.role = 'log' AND f.agent_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM memory_file o WHERE o.team_id = f.team_id AND o.project_id = f.project_id AND o.state <> 'gone'
      AND (o.format = 'kaizen' OR (o.agent_id = f.agent_id AND o.role NOT IN ('log', 'identity')))))`,
)

/**
 * Returns the files to write back, by path. They were changed or created here, removed here by a migration,
 * or restored here after a commit removed them from the source.
 */
export async function pendingFiles({ teamId }: Visibility): Promise<PendingFile[]> {
  return database().$queryRaw<PendingFile[]>`
    WITH told AS (
      SELECT DISTINCT ON (w->>'fileId') (w->>'fileId')::uuid AS file_id, w->>'status' AS status, b.source_id FROM write_back b
      JOIN source s ON s.team_id = b.team_id AND s.id = b.source_id, jsonb_array_elements(b.files) w
      WHERE b.team_id = ${teamId}::uuid AND b.way = 'branch' AND b.commit IS NOT NULL AND b.created_at > s.last_imported_at AND w->>'status' IN ('written', 'removed') ORDER BY w->>'fileId', b.id DESC)
    SELECT f.id, f.project_id AS "projectId", p.name AS "projectName", p.slug AS "projectSlug", CASE WHEN f.state = 'gone' THEN coalesce(f.source_id, told.source_id) ELSE f.source_id END AS "sourceId",
      f.path, f.format, encode(f.sha256, 'hex') AS sha256, encode(f.base, 'hex') AS base, f.head, f.state = 'gone' AS goes, f.state <> 'gone' AND coalesce(told.status = 'removed', false) AS returns,
      CASE WHEN f.state = 'gone' THEN (
        SELECT op.name FROM memory_file o JOIN project op ON op.team_id = o.team_id AND op.id = o.project_id
        WHERE o.team_id = f.team_id AND o.source_id = f.source_id AND o.path = f.path AND o.id <> f.id AND o.state <> 'gone' ORDER BY op.name LIMIT 1) END AS "keptBy"
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN told ON told.file_id = f.id
    WHERE f.team_id = ${teamId}::uuid AND NOT ${STAYS_HERE} AND ((f.state <> 'gone' AND (f.base <> f.sha256 OR told.status = 'removed')) OR (${Prisma.raw(REMOVED_BY_MIGRATION)} AND (${AT_SOURCE} OR told.status = 'written'))) ORDER BY f.path, f.id`
}

/**
 * Returns the paths that each source has in these projects, and those that a migration removed here: new
 * files are placed beside them.
 */
export async function pathsOfSources(
  { teamId }: Visibility,
  projectIds: readonly string[],
): Promise<{ projectId: string; sourceId: string; path: string }[]> {
  if (projectIds.length === 0) return []
  return database().$queryRaw<{ projectId: string; sourceId: string; path: string }[]>`
    SELECT project_id AS "projectId", source_id AS "sourceId", path FROM memory_file f
    WHERE team_id = ${teamId}::uuid AND project_id = ANY(${[...projectIds]}::uuid[]) AND source_id IS NOT NULL AND (f.state <> 'gone' OR (${Prisma.raw(REMOVED_BY_MIGRATION)} AND ${AT_SOURCE}))`
}

/**
 * Returns all present files of a source with the SHA-256 (in hexadecimal) of their text and of their merge
 * base, by path. The text is null unless `texts` is true.
 */
export async function filesOfSource(
  visible: Visibility,
  sourceId: string,
): Promise<
  {
    id: string
    projectName: string
    path: string
    bytes: number
    base: string
    sha256: string
    text: string | null
  }[]
>
export async function filesOfSource(
  visible: Visibility,
  sourceId: string,
  more: { texts: true },
): Promise<
  {
    id: string
    projectName: string
    path: string
    bytes: number
    base: string
    sha256: string
    text: string
  }[]
>
export async function filesOfSource({ teamId }: Visibility, sourceId: string, { texts = false } = {}) {
  return database().$queryRaw<
    {
      id: string
      projectName: string
      path: string
      bytes: number
      base: string
      sha256: string
      text: string
    }[]
  >`
    SELECT f.id, p.name AS "projectName", f.path, f.bytes, encode(f.base, 'hex') AS base, encode(f.sha256, 'hex') AS sha256, r.text
    FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    LEFT JOIN revision r ON ${texts}::bool AND r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
    WHERE f.team_id = ${teamId}::uuid AND f.source_id = ${sourceId}::uuid AND f.state <> 'gone' ORDER BY f.path`
}

/** A change of a file after the merge base that no import made. */
export interface DecidedRevision {
  readonly fileId: string
  readonly number: number
  readonly by: string
  readonly at: Date
  readonly reason: string
  /** Texts that were forgotten in the revision. */
  readonly forgot: readonly string[]
}

/**
 * Returns the changes by which files differ from their sources: revisions after the merge base that no import
 * wrote, removals by migrations, and conflicts that were decided against the source.
 */
export async function decidedRevisions(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<DecidedRevision[]> {
  if (fileIds.length === 0) return []
  return database().$queryRaw<DecidedRevision[]>`
    WITH written AS (
      SELECT (w->>'fileId')::uuid AS file_id, max((w->>'revision')::int) AS number FROM write_back b, jsonb_array_elements(b.files) w
      WHERE b.team_id = ${teamId}::uuid AND b.way = 'directory' AND w->>'status' = 'written' AND (w->>'fileId')::uuid = ANY(${[...fileIds]}::uuid[]) GROUP BY 1)
    SELECT r.file_id AS "fileId", r.number, r.actor_name AS by, r.created_at AS at, r.reason,
      ARRAY(SELECT g.text FROM forgotten g WHERE g.team_id = r.team_id AND g.file_id = r.file_id AND g.revision = r.number ORDER BY g.created_at, g.id) AS forgot
    FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id
    LEFT JOIN LATERAL (SELECT max(a.number) AS number FROM revision a WHERE a.team_id = f.team_id AND a.file_id = f.id AND a.sha256 = f.base) agreed ON true
    LEFT JOIN written ON written.file_id = f.id
    WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[]) AND r.run_id IS NULL AND r.number > coalesce(greatest(agreed.number, written.number), 0)
    UNION ALL
    SELECT f.id, f.head, took.by_name, took.created_at, took.words, '{}'::text[]
    FROM memory_file f JOIN LATERAL (
      SELECT m.by_name, m.created_at, 'Migrated from ' || m."from" || ' to ' || m."to" || CASE WHEN m.reason IN ('', 'Migrated') THEN '' ELSE ': ' || m.reason END AS words FROM migration_write w JOIN migration m ON m.team_id = w.team_id AND m.id = w.migration_id
      WHERE w.team_id = f.team_id AND w.file_id = f.id AND w.present = false
      UNION ALL
      SELECT v.by_name, v.created_at, 'Reverted: ' || v.name || CASE WHEN v.reason = '' THEN '' ELSE ': ' || v.reason END FROM revert_write w JOIN revert v ON v.team_id = w.team_id AND v.id = w.revert_id
      WHERE w.team_id = f.team_id AND w.file_id = f.id AND w.present = false AND v.of ? 'migration'
      ORDER BY 2 DESC LIMIT 1) took ON true
    WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[]) AND ${Prisma.raw(REMOVED_BY_MIGRATION)}
    UNION ALL
    SELECT f.id, f.head, d.by_name, d.created_at, 'Resolved: kept Quarterdeck''s text' || CASE WHEN d.reason = '' THEN '' ELSE ': ' || d.reason END, '{}'::text[]
    FROM memory_file f JOIN conflict c ON c.team_id = f.team_id AND c.file_id = f.id AND c.kind = 'file' AND sha256(convert_to(c.theirs, 'UTF8')) = f.base
    JOIN resolution d ON d.team_id = c.team_id AND d.conflict_id = c.id AND d.round = c.round AND d.verdict = 'ours' AND d.undone_at IS NULL
    WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[])
    ORDER BY 1, 2, 4`
}

/**
 * Records that a file and its source are equal. A file that was created here then belongs to the source,
 * under the source's path.
 */
export async function markWritten(
  tx: Tx,
  teamId: string,
  file: { readonly id: string; readonly sha256: string; readonly sourceId: string; readonly path: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE memory_file SET base = decode(${file.sha256}, 'hex'), source_id = coalesce(source_id, ${file.sourceId}::uuid), path = CASE WHEN source_id IS NULL THEN ${file.path} ELSE path END
    WHERE team_id = ${teamId}::uuid AND id = ${file.id}::uuid`
  await noteBases(tx, teamId, file.sourceId, [file])
}

/**
 * Deletes the merge base of a file that a migration removed here and the source no longer has. If the file is
 * restored, it counts as created here.
 */
export const markRemoved = (tx: Tx, teamId: string, sourceId: string, fileId: string): Promise<void> =>
  dropBases(tx, teamId, sourceId, [fileId])

/** Results of a write-back for a file. "waiting" means that the file was not processed yet. */
export const WRITTEN_STATUSES = [
  "waiting",
  "written",
  "removed",
  "same",
  "conflict",
  "failed",
  "left",
] as const
export type WrittenStatus = (typeof WRITTEN_STATUSES)[number]

export interface WrittenFile {
  readonly path: string
  readonly project: string
  readonly fileId: string
  /** Number of the written revision. */
  readonly revision: number
  readonly status: WrittenStatus
  readonly added: number
  readonly removed: number
  readonly reason: string | null
}

export interface WriteBackRow {
  readonly id: string
  readonly sourceId: string
  readonly way: WriteWay
  readonly state: "running" | "done" | "failed"
  readonly branch: string | null
  readonly commit: string | null
  readonly files: readonly WrittenFile[]
  readonly error: string | null
  readonly by: string
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

type Stored = Awaited<ReturnType<ReturnType<typeof database>["writeBack"]["findFirstOrThrow"]>>

const rowOf = ({ files, actorName, way, state, ...row }: Stored): WriteBackRow => ({
  id: row.id,
  sourceId: row.sourceId,
  way: way as WriteWay,
  state: state as WriteBackRow["state"],
  branch: row.branch,
  commit: row.commit,
  files: files as unknown as WrittenFile[],
  error: row.error,
  by: actorName,
  createdAt: row.createdAt,
  finishedAt: row.finishedAt,
})

/**
 * Creates a running write-back and returns its id. Ends earlier running write-backs of the same source, whose
 * process died.
 */
export async function openWriteBack(
  tx: Tx,
  teamId: string,
  opened: {
    sourceId: string
    way: WriteWay
    files: readonly WrittenFile[]
    by: { kind: string; id: string; name: string }
  },
): Promise<string> {
  const { sourceId, way, files, by } = opened
  await endInterrupted(tx, teamId, sourceId)
  const id = newId()
  await tx.writeBack.create({
    data: {
      teamId,
      id,
      sourceId,
      way,
      state: "running",
      files: files as unknown as Prisma.InputJsonValue,
      actorKind: by.kind,
      actorId: by.id,
      actorName: by.name,
    },
  })
  return id
}

/**
 * Ends all running write-backs of a source, whose process died. `arrived`: commits that are on their branch;
 * their write-backs are done. All others failed.
 */
export async function endInterrupted(
  tx: Tx,
  teamId: string,
  sourceId: string,
  arrived: readonly string[] = [],
): Promise<void> {
  await tx.$queryRaw`SELECT id FROM source WHERE team_id = ${teamId}::uuid AND id = ${sourceId}::uuid FOR UPDATE`
  await tx.writeBack.updateMany({
    where: { teamId, sourceId, state: "running", commit: { in: [...arrived] } },
    data: { state: "done", finishedAt: new Date() },
  })
  await tx.writeBack.updateMany({
    where: { teamId, sourceId, state: "running" },
    data: { state: "failed", error: INTERRUPTED, finishedAt: new Date() },
  })
}

export const INTERRUPTED =
  "the write-back was interrupted. Each file contains either the old or the new text. The next write-back will continue where this one stopped"

/** True if an import of the source is in progress. */
export async function isImporting({ teamId }: Visibility, sourceId: string): Promise<boolean> {
  return (
    (await database().importRun.findFirst({
      where: { teamId, sourceId, state: "running" },
      select: { id: true },
    })) !== null
  )
}

/** Stores the progress of a write-back. Returns false if the write-back has ended already. */
export async function noteWriteBack(
  tx: Tx,
  teamId: string,
  id: string,
  what: {
    files?: readonly WrittenFile[]
    branch?: string
    commit?: string
    state?: "done" | "failed"
    error?: string | null
  },
): Promise<boolean> {
  const { files, state, ...rest } = what
  const { count } = await tx.writeBack.updateMany({
    where: { teamId, id, state: "running" },
    data: {
      ...rest,
      ...(files === undefined ? {} : { files: files as unknown as Prisma.InputJsonValue }),
      ...(state === undefined ? {} : { state, finishedAt: new Date() }),
    },
  })
  return count === 1
}

export async function findWriteBack({ teamId }: Visibility, id: string): Promise<WriteBackRow | null> {
  if (!isId(id)) return null
  const row = await database().writeBack.findUnique({ where: { teamId_id: { teamId, id } } })
  return row && rowOf(row)
}

/** True if a write-back has completed a step, such as writing a file, since `since`. */
export async function hasStepSince({ teamId }: Visibility, id: string, since: Date): Promise<boolean> {
  const [row] = await database().$queryRaw<{ found: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM audit_event WHERE team_id = ${teamId}::uuid AND at > ${since} AND kind LIKE 'write-back.%' AND detail->>'writeBack' = ${id}) AS found`
  return row?.found ?? false
}

/** Returns at most `take` write-backs of a source, newest first. */
export async function listWriteBacks(
  { teamId }: Visibility,
  sourceId: string,
  { take, way }: { take: number; way?: WriteWay },
): Promise<WriteBackRow[]> {
  return (
    await database().writeBack.findMany({
      where: { teamId, sourceId, ...(way === undefined ? {} : { way }) },
      orderBy: { id: "desc" },
      take,
    })
  ).map(rowOf)
}

/** Returns the branch to which each file was last written or from which it was removed, by file id, with the written revision. */
export async function filesOnBranches(
  { teamId }: Visibility,
  sourceIds: readonly string[],
): Promise<Map<string, { branch: string; revision: number; removed: boolean }>> {
  const rows = await database().$queryRaw<
    { fileId: string; branch: string; revision: number; removed: boolean }[]
  >`
    SELECT DISTINCT ON (file->>'fileId') file->>'fileId' AS "fileId", w.branch, (file->>'revision')::int AS revision, file->>'status' = 'removed' AS removed
    FROM write_back w, jsonb_array_elements(w.files) file
    WHERE w.team_id = ${teamId}::uuid AND w.source_id = ANY(${[...sourceIds]}::uuid[]) AND w.way = 'branch' AND w.state = 'done' AND w.branch IS NOT NULL AND file->>'status' IN ('written', 'removed')
    ORDER BY file->>'fileId', w.id DESC`
  return new Map(rows.map(({ fileId, ...written }) => [fileId, written]))
}
