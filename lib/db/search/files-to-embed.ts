import type { Visibility } from "@/lib/memory/teams/visibility"
import { visibleRows } from "../infra/sql-fragments"
import { cellFinder, type Cells, quantise, signatureOf } from "@/lib/memory/search/vectors"
import { Prisma } from "@/generated/prisma/client"
import { bookkeeping, database } from "../infra/client"
import { isLeased } from "../leases"
import type { Space } from "./vectors"

// Vectors are derived data: they are written outside of `commit`, without audit events.

export const indexLeaseKey = (teamId: string): string => `index ${teamId}`

/** Stores the last error of indexing a team, or null. */
export async function noteIndexError(teamId: string, error: string | null): Promise<void> {
  await bookkeeping().vectorWork.upsert({ where: { teamId }, create: { teamId, error }, update: { error } })
}

/**
 * Returns the ids of teams with files that must be added to, updated in, or removed from the index of a
 * model.
 */
export async function teamsToIndex(model: string): Promise<string[]> {
  const rows = await database().$queryRawUnsafe<{ teamId: string }[]>(
    `SELECT DISTINCT f.team_id AS "teamId" FROM memory_file f ${WITH_VECTORS} WHERE ${DUE.replaceAll("$model", "$1::text")}`,
    model,
  )
  return rows.map((row) => row.teamId)
}

const WITH_VECTORS = "LEFT JOIN file_vectors i ON i.team_id = f.team_id AND i.file_id = f.id"
const DUE =
  "(f.state <> 'gone' AND f.entries > 0 AND (i.file_id IS NULL OR i.head <> f.head OR i.model <> $model)) OR (i.file_id IS NOT NULL AND (f.state = 'gone' OR (f.entries = 0 AND i.head <> f.head)))"

export interface DueFile {
  readonly id: string
  readonly head: number
  readonly entries: number
  readonly gone: boolean
  /** Revision that was indexed last with this model. 0: none. */
  readonly indexed: number
}

/**
 * Returns at most `take` files that were changed, added or removed since they were indexed, latest changes
 * first.
 */
export async function dueFiles({ teamId }: Visibility, model: string, take: number): Promise<DueFile[]> {
  return database().$queryRawUnsafe<DueFile[]>(
    `SELECT f.id, f.head, f.entries, f.state = 'gone' AS gone, CASE WHEN i.model = $2::text THEN i.head ELSE 0 END AS indexed FROM memory_file f ${WITH_VECTORS} WHERE f.team_id = $1::uuid AND (${DUE.replaceAll("$model", "$2::text")}) ORDER BY f.changed_at DESC, f.id LIMIT $3::int`,
    teamId,
    model,
    take,
  )
}

/** True if all entries of files have up-to-date vectors of a model, except those that must not be embedded. */
export async function areIndexed(
  { teamId }: Visibility,
  model: string,
  fileIds: readonly string[],
): Promise<boolean> {
  const rows = await database().$queryRawUnsafe<unknown[]>(
    `SELECT 1 FROM memory_file f ${WITH_VECTORS} WHERE f.team_id = $1::uuid AND f.id = ANY($3::uuid[]) AND (${DUE.replaceAll("$model", "$2::text")}) LIMIT 1`,
    teamId,
    model,
    [...fileIds],
  )
  return rows.length === 0
}

export interface EntryToEmbed {
  readonly id: string
  readonly fileId: string
  readonly projectId: string
  readonly section: string | null
  readonly text: string
  /** Hash of the text from which the vector was computed. Null without a vector in the spaces. */
  readonly hash: Uint8Array | null
}

/** Returns all entries of files, with the hashes of their vectors in these spaces. */
export async function entriesToEmbed(
  { teamId }: Visibility,
  spaces: readonly number[],
  fileIds: readonly string[],
): Promise<EntryToEmbed[]> {
  return database().$queryRaw<EntryToEmbed[]>`
    SELECT e.id, e.file_id AS "fileId", e.project_id AS "projectId", e.section, e.text, v.hash FROM entry e
    LEFT JOIN entry_vector v ON v.team_id = e.team_id AND v.entry_id = e.id AND v.space = ANY(${[...spaces]}::int[]) AND v.project_id = e.project_id AND v.file_id = e.file_id
    WHERE e.team_id = ${teamId}::uuid AND e.file_id = ANY(${[...fileIds]}::uuid[]) ORDER BY e.file_id, e.position`
}

export interface EmbeddedEntry {
  readonly id: string
  readonly fileId: string
  readonly projectId: string
  readonly hash: Uint8Array
  /** Embedding of the entry, with length 1. */
  readonly vector: Float32Array
}

/**
 * Stores the vectors of entries in a space, and replaces earlier ones. Entries that were removed meanwhile
 * are skipped.
 */
export async function storeVectors(
  teamId: string,
  space: Space,
  entries: readonly EmbeddedEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id, fileId, projectId, hash, vector }) => {
    const { bytes, scale } = quantise(vector)
    return {
      id,
      file: fileId,
      project: projectId,
      hash: hexOf(hash),
      ...placeIn(space, vector),
      vector: hexOf(bytes),
      scale,
    }
  })
  await bookkeeping().$executeRaw`
    INSERT INTO entry_vector (team_id, entry_id, file_id, project_id, space, cell, hash, vector, scale, signature)
    SELECT ${teamId}::uuid, row.id, row.file, row.project, ${space.number}, row.cell, decode(row.hash, 'hex'), decode(row.vector, 'hex'), row.scale, row.signature
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row(id uuid, file uuid, project uuid, cell int, hash text, vector text, scale real, signature varbit)
    WHERE EXISTS (SELECT 1 FROM entry e WHERE e.team_id = ${teamId}::uuid AND e.id = row.id)
    ON CONFLICT (team_id, entry_id) DO UPDATE SET file_id = excluded.file_id, project_id = excluded.project_id, space = excluded.space, cell = excluded.cell, hash = excluded.hash, vector = excluded.vector, scale = excluded.scale, signature = excluded.signature`
}

const finders = new WeakMap<Cells, (vector: Float32Array) => number>()

function placeIn({ cells, middle }: Space, vector: Float32Array): { cell: number; signature: string } {
  const signature = signatureOf(vector, middle)
  if (cells === null) return { cell: 0, signature }
  const find = finders.get(cells) ?? cellFinder(cells)
  finders.set(cells, find)
  return { cell: find(vector), signature }
}

const hexOf = (bytes: Uint8Array | Int8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")

/**
 * Marks files as indexed at the given revision, and deletes vectors of entries that they no longer have.
 * Deletes everything in the index about removed files and files without entries.
 */
export async function noteIndexed(
  teamId: string,
  model: string,
  files: readonly (DueFile & { readonly kept: number })[],
): Promise<void> {
  const there = files.filter((file) => !file.gone && file.entries > 0)
  const gone = files.filter((file) => file.gone || file.entries === 0).map((file) => file.id)
  const ids = there.map((file) => file.id)
  await bookkeeping().$transaction([
    bookkeeping().$executeRaw`
      DELETE FROM entry_vector v WHERE v.team_id = ${teamId}::uuid AND (v.file_id = ANY(${gone}::uuid[]) OR (v.file_id = ANY(${ids}::uuid[])
        AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.team_id = v.team_id AND e.id = v.entry_id AND e.file_id = v.file_id)))`,
    bookkeeping()
      .$executeRaw`DELETE FROM file_vectors WHERE team_id = ${teamId}::uuid AND file_id = ANY(${gone}::uuid[])`,
    bookkeeping().$executeRaw`
      INSERT INTO file_vectors (team_id, file_id, model, head, entries, kept)
      SELECT ${teamId}::uuid, row.id, ${model}, row.head, row.entries, row.kept FROM unnest(${ids}::uuid[], ${there.map((file) => file.head)}::int[], ${there.map((file) => file.entries)}::int[], ${there.map((file) => file.kept)}::int[]) AS row(id, head, entries, kept)
      ON CONFLICT (team_id, file_id) DO UPDATE SET model = excluded.model, head = excluded.head, entries = excluded.entries, kept = excluded.kept`,
  ])
}

/** Deletes vectors, for example of entries that must not be embedded. */
export async function dropVectors(teamId: string, entryIds: readonly string[]): Promise<void> {
  if (entryIds.length > 0)
    await bookkeeping()
      .$executeRaw`DELETE FROM entry_vector WHERE team_id = ${teamId}::uuid AND entry_id = ANY(${[...entryIds]}::uuid[])`
}

export interface StoredVector {
  readonly id: string
  readonly vector: Uint8Array
  readonly scale: number
}

/** Returns about `take` random vectors of a space. `of`: number of vectors in the space. */
export async function sampleVectors(
  { teamId }: Visibility,
  space: number,
  take: number,
  of: number,
): Promise<StoredVector[]> {
  const percent = Math.min(100, (take / Math.max(1, of)) * 100)
  return database().$queryRawUnsafe<StoredVector[]>(
    `SELECT entry_id AS id, vector, scale FROM entry_vector TABLESAMPLE BERNOULLI (${percent.toFixed(6)}) REPEATABLE (7) WHERE team_id = $1::uuid AND space = $2::int LIMIT $3::int`,
    teamId,
    space,
    Math.ceil(take * 1.2),
  )
}

/** Returns at most `take` vectors in these spaces, which are older. */
export async function vectorsToMove(
  { teamId }: Visibility,
  spaces: readonly number[],
  take: number,
): Promise<StoredVector[]> {
  return database().$queryRaw<
    StoredVector[]
  >`SELECT entry_id AS id, vector, scale FROM entry_vector WHERE team_id = ${teamId}::uuid AND space = ANY(${[...spaces]}::int[]) LIMIT ${take}`
}

export async function moveVectors(
  teamId: string,
  space: Space,
  moved: readonly { readonly id: string; readonly vector: Float32Array }[],
): Promise<void> {
  const rows = moved.map(({ id, vector }) => ({ id, ...placeIn(space, vector) }))
  await bookkeeping().$executeRaw`
    UPDATE entry_vector v SET space = ${space.number}, cell = row.cell, signature = row.signature FROM json_to_recordset(${JSON.stringify(rows)}::json) AS row(id uuid, cell int, signature varbit)
    WHERE v.team_id = ${teamId}::uuid AND v.entry_id = row.id AND v.space < ${space.number}`
}

export interface IndexState {
  /** Number of searchable entries. `indexed`: number of indexed ones among them. */
  readonly total: number
  readonly indexed: number
  /** Number of indexed entries without a vector, because they are flagged and the embedder is external. */
  readonly kept: number
  /** True while a process works on it. */
  readonly going: boolean
  readonly error: string | null
}

/** Returns the state of the index of visible files. */
export async function indexState(visible: Visibility, model: string): Promise<IndexState> {
  const [row] = await database().$queryRaw<IndexState[]>`
    SELECT coalesce(sum(f.entries), 0)::int AS total, coalesce(sum(i.entries), 0)::int AS indexed, coalesce(sum(i.kept), 0)::int AS kept,
      ${isLeased(Prisma.sql`${indexLeaseKey(visible.teamId)}`)} AS going, (SELECT work.error FROM vector_work work WHERE work.team_id = ${visible.teamId}::uuid) AS error
    FROM memory_file f LEFT JOIN file_vectors i ON i.team_id = f.team_id AND i.file_id = f.id AND i.model = ${model} AND i.head = f.head WHERE ${visibleRows(visible, "f")} AND f.state <> 'gone'`
  return row ?? { total: 0, indexed: 0, kept: 0, going: false, error: null }
}

/** Returns the number of vectors in spaces. */
export async function countVectors({ teamId }: Visibility, spaces: readonly number[]): Promise<number> {
  const [row] = await database().$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM entry_vector WHERE team_id = ${teamId}::uuid AND space = ANY(${[...spaces]}::int[])`
  return row?.count ?? 0
}
