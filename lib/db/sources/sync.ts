import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { FormatRule } from "@/lib/memory/memory-files/format"
import { createHash } from "node:crypto"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { knownSource } from "./running-imports"
import { noteBases } from "./merge-bases"

export async function findClient(
  { teamId }: Visibility,
  name: string,
): Promise<{ readonly id: string; readonly takenAs: readonly FormatRule[] } | null> {
  const source = await database().source.findUnique({
    where: { teamId_kind_name: { teamId, kind: "client", name } },
    select: { id: true, takenAs: true },
  })
  return source && { id: source.id, takenAs: source.takenAs as unknown as readonly FormatRule[] }
}

export const ensureClient = (tx: Tx, teamId: string, name: string): Promise<string> =>
  knownSource(tx, teamId, { kind: "client", name })

/**
 * Returns the ids of those `asked` files from or to which a migration moved entries, in the same migration
 * and category as a file in `shared` or a file that the source has had.
 */
export async function filesOfSameMigration(
  { teamId }: Visibility,
  sourceId: string | null,
  shared: readonly string[],
  asked: readonly string[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set()
  const rows = await database().$queryRaw<{ file: string }[]>`
    WITH had AS MATERIALIZED (
      SELECT DISTINCT o.migration_id, coalesce(g.category_id, b.category_id) AS category_id FROM migration_write o
      JOIN memory_file g ON g.team_id = o.team_id AND g.id = o.file_id LEFT JOIN agent b ON b.team_id = g.team_id AND b.id = g.agent_id
      WHERE o.team_id = ${teamId}::uuid AND (g.id = ANY(${[...shared]}::uuid[]) OR EXISTS (SELECT 1 FROM source_base k WHERE k.team_id = g.team_id AND k.source_id = ${sourceId}::uuid AND k.file_id = g.id)
        OR EXISTS (SELECT 1 FROM revision r JOIN import_run n ON n.team_id = r.team_id AND n.id = r.run_id AND n.source_id = ${sourceId}::uuid WHERE r.team_id = g.team_id AND r.file_id = g.id)))
    SELECT DISTINCT w.file_id AS file FROM migration_write w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      JOIN had ON had.migration_id = w.migration_id AND had.category_id = coalesce(f.category_id, a.category_id)
    WHERE w.team_id = ${teamId}::uuid AND w.file_id = ANY(${[...asked]}::uuid[])`
  return new Set(rows.map((row) => row.file))
}

/** Returns the names of the projects for which merge bases with a source are stored. */
export async function projectsOf({ teamId }: Visibility, sourceId: string): Promise<string[]> {
  const rows = await database().$queryRaw<{ name: string }[]>`
    SELECT DISTINCT p.name FROM source_base b JOIN memory_file f ON f.team_id = b.team_id AND f.id = b.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    WHERE b.team_id = ${teamId}::uuid AND b.source_id = ${sourceId}::uuid ORDER BY p.name`
  return rows.map((row) => row.name)
}

/**
 * Returns the ids of those `asked` files that the folder of another client contains together with a file in
 * `shared`. Both folders are then copies of the same folder.
 */
export async function filesOfSameFolder(
  { teamId }: Visibility,
  sourceId: string | null,
  shared: readonly string[],
  asked: readonly string[],
): Promise<Set<string>> {
  if (shared.length === 0 || asked.length === 0) return new Set()
  const rows = await database().$queryRaw<{ file: string }[]>`
    WITH beside AS MATERIALIZED (
      SELECT DISTINCT b.source_id FROM source_base b JOIN source s ON s.team_id = b.team_id AND s.id = b.source_id
      WHERE b.team_id = ${teamId}::uuid AND b.file_id = ANY(${[...shared]}::uuid[]) AND b.source_id IS DISTINCT FROM ${sourceId}::uuid AND s.kind = 'client')
    SELECT DISTINCT b.file_id AS file FROM source_base b JOIN beside ON beside.source_id = b.source_id WHERE b.team_id = ${teamId}::uuid AND b.file_id = ANY(${[...asked]}::uuid[])`
  return new Set(rows.map((row) => row.file))
}

/** Returns those of the names that are projects of the team. */
export async function projectsAmong({ teamId }: Visibility, names: readonly string[]): Promise<Set<string>> {
  return new Set(
    (
      await database().project.findMany({
        where: { teamId, name: { in: [...names] } },
        select: { name: true },
      })
    ).map((one) => one.name),
  )
}

/** The content of a file. `file`: id of the file. `sha256`: hash of the content, in hexadecimal. */
export interface FileBytes {
  readonly file: string
  readonly sha256: string
}

/** Returns the keys (`bytesKey`) of those contents that a revision of the file has. */
export async function revisionsWith(
  { teamId }: Visibility,
  asked: readonly FileBytes[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set()
  const rows = await database().$queryRaw<FileBytes[]>`
    SELECT DISTINCT r.file_id AS file, encode(r.sha256, 'hex') AS sha256 FROM unnest(${asked.map((one) => one.file)}::uuid[], ${asked.map((one) => one.sha256)}::text[]) AS asked(file, sha256)
    JOIN revision r ON r.team_id = ${teamId}::uuid AND r.file_id = asked.file AND r.sha256 = decode(asked.sha256, 'hex')`
  return new Set(rows.map(bytesKey))
}

export const bytesKey = ({ file, sha256 }: FileBytes): string => `${file}\0${sha256}`

/** Maximum number of bytes of the texts in one response, except for the last text. */
const TEXTS = 4 * 1024 * 1024

/**
 * Returns texts of revisions in the requested order, as many as fit into one answer. Unknown contents are
 * left out.
 */
export async function revisionTextsByHash(
  visible: Visibility,
  asked: readonly FileBytes[],
): Promise<(FileBytes & { text: string })[]> {
  return database().$queryRaw<(FileBytes & { text: string })[]>`
    WITH found AS (
      SELECT asked.file, asked.sha256, asked.place, r.number, octet_length(r.text) AS bytes
      FROM unnest(${asked.map((one) => one.file)}::uuid[], ${asked.map((one) => one.sha256)}::text[]) WITH ORDINALITY AS asked(file, sha256, place)
      JOIN memory_file f ON ${visibleRows(visible, "f")} AND f.id = asked.file
      JOIN LATERAL (SELECT number, text FROM revision r WHERE r.team_id = f.team_id AND r.file_id = f.id AND r.sha256 = decode(asked.sha256, 'hex') ORDER BY number DESC LIMIT 1) r ON true
    ), summed AS (SELECT *, sum(bytes) OVER (ORDER BY place) - bytes AS before FROM found)
    SELECT s.file, s.sha256, r.text FROM summed s JOIN revision r ON r.team_id = ${visible.teamId}::uuid AND r.file_id = s.file AND r.number = s.number WHERE s.before < ${TEXTS} ORDER BY s.place`
}

/** An open file conflict with a source. `ours` and `theirs`: SHA-256 of both texts, in hexadecimal. */
export interface OpenConflict {
  readonly id: string
  readonly ours: string
  readonly theirs: string
}

export async function openConflictsOf(
  { teamId }: Visibility,
  sourceId: string,
): Promise<Map<string, OpenConflict>> {
  const rows = await database().conflict.findMany({
    where: { teamId, kind: "file", state: "open", sourceId },
    select: { id: true, fileId: true, ours: true, theirs: true },
  })
  return new Map(
    rows.flatMap(({ id, fileId, ours, theirs }) =>
      fileId === null
        ? []
        : [[fileId, { id, ours: hashOf(ours ?? ""), theirs: hashOf(theirs ?? "") }] as const],
    ),
  )
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The content of a file in a folder. */
export interface ExchangedFile extends FileBytes {
  /** Path in the folder. */
  readonly path: string
}

/**
 * Returns those contents in a folder that must be recorded: contents of a revision that are not the merge
 * base with the source yet, and merge bases of files whose conflict with the source is still open.
 */
export async function unrecordedContents(
  visible: Visibility,
  sourceId: string | null,
  had: readonly ExchangedFile[],
): Promise<ExchangedFile[]> {
  const rows = await database().$queryRaw<ExchangedFile[]>`
    SELECT had.file, had.sha256, had.path FROM unnest(${had.map((one) => one.file)}::uuid[], ${had.map((one) => one.sha256)}::text[], ${had.map((one) => one.path)}::text[]) AS had(file, sha256, path)
    JOIN memory_file f ON ${visibleRows(visible, "f")} AND f.id = had.file
    LEFT JOIN source_base b ON b.team_id = f.team_id AND b.source_id = ${sourceId}::uuid AND b.file_id = f.id
    WHERE CASE WHEN b.sha256 IS NOT DISTINCT FROM decode(had.sha256, 'hex')
      THEN EXISTS (SELECT 1 FROM conflict c WHERE c.team_id = f.team_id AND c.file_id = f.id AND c.kind = 'file' AND c.state = 'open' AND c.source_id = ${sourceId}::uuid)
      ELSE EXISTS (SELECT 1 FROM revision r WHERE r.team_id = f.team_id AND r.file_id = f.id AND r.sha256 = decode(had.sha256, 'hex')) END`
  return rows
}

/**
 * Records contents in a folder as merge bases with its source, and closes the open conflicts of these files
 * with the source. A file that was created here then belongs to the source. The caller must have locked the
 * files.
 */
export async function recordContents(
  tx: Tx,
  teamId: string,
  sourceId: string,
  had: readonly ExchangedFile[],
): Promise<void> {
  const [files, hashes, paths] = [
    had.map((one) => one.file),
    had.map((one) => one.sha256),
    had.map((one) => one.path),
  ]
  await tx.conflict.updateMany({
    where: { teamId, kind: "file", state: "open", sourceId, fileId: { in: files } },
    data: { state: "gone", openKey: null, decidedAt: new Date() },
  })
  await noteBases(
    tx,
    teamId,
    sourceId,
    had.map(({ file, sha256 }) => ({ id: file, sha256 })),
  )
  await tx.$executeRaw`
    UPDATE memory_file f SET base = decode(had.sha256, 'hex'), source_id = ${sourceId}::uuid, path = CASE WHEN f.source_id IS NULL AND right(f.path, length(had.path) + 1) = '/' || had.path THEN had.path ELSE f.path END
    FROM unnest(${files}::uuid[], ${hashes}::text[], ${paths}::text[]) AS had(file, sha256, path)
    WHERE f.team_id = ${teamId}::uuid AND f.id = had.file AND coalesce(f.source_id, ${sourceId}::uuid) = ${sourceId}::uuid AND (f.source_id IS NULL OR f.base <> decode(had.sha256, 'hex'))`
}
