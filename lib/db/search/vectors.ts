import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import {
  nearestCells,
  dot,
  signatureOf,
  type Cells,
  middleOf,
  type Quantised,
} from "@/lib/memory/search/vectors"
import { database, bookkeeping } from "../infra/client"
import { conditionsOf, type SearchFilter } from "./filter"
import { Slots } from "../infra/sql-fragments"

export interface NearestQuery {
  readonly filter: SearchFilter
  /** Tsquery that entries must match. Empty for none. */
  readonly must: string
  readonly take: number
}

export interface NearEntry {
  readonly id: string
  /** Cosine similarity, -1 to 1. */
  readonly likeness: number
}

/**
 * Maximum number of entries after the filter that are all compared. Of more entries, only those in the
 * nearest clusters are compared.
 */
const COMPARED_WHOLE = 4_000
/**
 * Approximate number of vectors to read, in whole clusters, without a filter. `LOOKED_AT_NARROW`: the same
 * number with a filter.
 */
const LOOKED_AT = 32_000
const LOOKED_AT_NARROW = 96_000
/**
 * Maximum number of best candidates by signature that are compared exactly without a filter.
 * `BY_BITS_NARROW`: maximum number of candidates before the filter is applied.
 */
const BY_BITS = 600
const BY_BITS_NARROW = 6_000

/**
 * Returns the entries of a team nearest in meaning to a vector of length 1, best first. Approximate for large
 * teams: distant clusters are not read. Filtered entries never leave the database.
 */
export async function nearestEntries(
  visible: Visibility,
  model: string,
  vector: Float32Array,
  asked: NearestQuery,
): Promise<NearEntry[]> {
  const spaces = (await spacesOf(visible, model)).filter((space) => space.dimensions === vector.length)
  if (spaces.length === 0) return []
  const narrow = narrows(asked.filter) || asked.must !== ""
  const whole = narrow && (await areFew(visible, asked))
  const found = await Promise.all(
    spaces.map((space) =>
      whole ? amongFew(visible, space, vector, asked) : inCells(visible, space, vector, { ...asked, narrow }),
    ),
  )
  const ranked = found
    .flat()
    .map((row) => ({
      id: row.id,
      likeness:
        dot(new Int8Array(row.vector.buffer, row.vector.byteOffset, row.vector.byteLength), vector) *
        row.scale,
    }))
    .toSorted((a, b) => b.likeness - a.likeness)
  return (narrow ? ranked : await stillThere(visible, ranked.slice(0, asked.take + ROOM), asked)).slice(
    0,
    asked.take,
  )
}

/**
 * Number of additional candidates, because some belong to files that were removed since they were indexed.
 */
const ROOM = 30

/**
 * Returns those candidates that meet the conditions, such as being in a present file. Without a filter, only
 * the best candidates are checked.
 */
async function stillThere(
  visible: Visibility,
  ranked: readonly NearEntry[],
  asked: NearestQuery,
): Promise<NearEntry[]> {
  const slots = new Slots(visible.teamId)
  const ids = slots.of(
    ranked.map(({ id }) => id),
    "uuid[]",
  )
  const there = await database().$queryRawUnsafe<{ id: string }[]>(
    `SELECT e.id FROM entry e WHERE e.team_id = $1::uuid AND e.id = ANY(${ids}) AND ${await entrySql(visible, asked, slots)}`,
    ...slots.values,
  )
  const known = new Set(there.map(({ id }) => id))
  return ranked.filter(({ id }) => known.has(id))
}

interface Row {
  readonly id: string
  readonly vector: Uint8Array
  readonly scale: number
}

async function areFew(visible: Visibility, asked: NearestQuery): Promise<boolean> {
  const slots = new Slots(visible.teamId)
  const where = await entrySql(visible, asked, slots)
  const [row] = await database().$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM entry e WHERE e.team_id = $1::uuid AND ${where} LIMIT ${COMPARED_WHOLE + 1}) few`,
    ...slots.values,
  )
  return (row?.count ?? 0) <= COMPARED_WHOLE
}

async function amongFew(
  visible: Visibility,
  space: Space,
  vector: Float32Array,
  asked: NearestQuery,
): Promise<Row[]> {
  const slots = new Slots(visible.teamId)
  const where = await entrySql(visible, asked, slots)
  const number = slots.of(space.number, "int")
  return database().$queryRawUnsafe<Row[]>(
    `WITH few AS MATERIALIZED (SELECT e.id FROM entry e WHERE e.team_id = $1::uuid AND ${where}),
     best AS MATERIALIZED (
       SELECT v.entry_id FROM few JOIN entry_vector v ON v.team_id = $1::uuid AND v.entry_id = few.id AND v.space = ${number}
       ORDER BY bit_count(v.signature # ${slots.of(signatureOf(vector, space.middle), "varbit")}) LIMIT ${BY_BITS}
     ) SELECT v.entry_id AS id, v.vector, v.scale FROM best JOIN entry_vector v ON v.team_id = $1::uuid AND v.entry_id = best.entry_id AND v.space = ${number}`,
    ...slots.values,
  )
}

/** Selects candidates by signature from an index, then applies the filter, then compares exactly. */
async function inCells(
  visible: Visibility,
  space: Space,
  vector: Float32Array,
  asked: NearestQuery & { readonly narrow: boolean },
): Promise<Row[]> {
  const slots = new Slots(visible.teamId)
  const number = slots.of(space.number, "int")
  const { any: projects } = asked.filter.projects
  const near = `SELECT v.entry_id AS id, bit_count(v.signature # ${slots.of(signatureOf(vector, space.middle), "varbit")}) AS apart FROM entry_vector v
    WHERE v.team_id = $1::uuid AND v.space = ${number} AND v.cell = ANY(${slots.of(cellsToLookInto(space, vector, asked.narrow), "int[]")}) ${projects === null ? "" : `AND v.project_id = ANY(${slots.of(projects, "uuid[]")})`}
    ORDER BY apart LIMIT ${asked.narrow ? BY_BITS_NARROW : BY_BITS}`
  const best = asked.narrow
    ? `SELECT e.id FROM near JOIN entry e ON e.team_id = $1::uuid AND e.id = near.id WHERE ${await entrySql(visible, asked, slots)} ORDER BY near.apart LIMIT ${BY_BITS}`
    : "SELECT id FROM near"
  return database().$queryRawUnsafe<Row[]>(
    `WITH near AS MATERIALIZED (${near}), best AS MATERIALIZED (${best})
     SELECT v.entry_id AS id, v.vector, v.scale FROM best JOIN entry_vector v ON v.team_id = $1::uuid AND v.entry_id = best.id AND v.space = ${number}`,
    ...slots.values,
  )
}

/** Returns the SQL condition on an entry `e`. */
async function entrySql(visible: Visibility, { filter, must }: NearestQuery, slots: Slots): Promise<string> {
  const where = await conditionsOf(visible, filter, slots)
  return must === "" ? where : `${where} AND e.search @@ ${slots.of(must, "tsquery")}`
}

/**
 * Returns the numbers of the nearest clusters that have about the wanted number of vectors. Assumes twice as
 * many vectors as at the last clustering, because a team can grow fourfold between two clusterings.
 */
function cellsToLookInto({ cells, madeFor }: Space, vector: Float32Array, narrow: boolean): number[] {
  if (cells === null) return [0]
  const inOne = Math.max(1, (madeFor * 2) / cells.count)
  return nearestCells(cells, vector, Math.max(4, Math.ceil((narrow ? LOOKED_AT_NARROW : LOOKED_AT) / inOne)))
}

function narrows({
  projects,
  agents,
  scopes,
  types,
  categories,
  formats,
  before,
  after,
  stale,
  retired,
  verified,
  section,
  shared,
}: SearchFilter): boolean {
  return (
    shared ||
    [projects, agents, scopes, types, categories, formats].some(
      (one) => one.any !== null || one.none.length > 0,
    ) ||
    [before, after, stale, retired, verified, section].some((one) => one !== null)
  )
}

/** Vectors of one model in one team with the same clusters. */
export interface Space {
  readonly number: number
  readonly dimensions: number
  /** Number of vectors when it was created. */
  readonly madeFor: number
  /** Clusters of the space. Null if all vectors are in cell 0. */
  readonly cells: Cells | null
  /** Center of the vectors, from which signatures are computed. Null for the zero vector. */
  readonly middle: Float32Array | null
}

/** Cached spaces by database client. The centers of a space never change. */
const held = new WeakMap<object, Map<string, Promise<Space | null>>>()

/**
 * Returns the spaces of a model in a team, newest first. The newest gets new vectors, older ones hold vectors
 * that were not moved yet.
 */
export async function spacesOf({ teamId }: Visibility, model: string): Promise<Space[]> {
  const rows = await database().vectorSpace.findMany({
    where: { teamId, model },
    select: { number: true },
    orderBy: { number: "desc" },
  })
  const spaces = await Promise.all(rows.map(({ number }) => spaceOf(teamId, number)))
  return spaces.filter((space) => space !== null)
}

function spaceOf(teamId: string, number: number): Promise<Space | null> {
  const known = held.get(database()) ?? new Map<string, Promise<Space | null>>()
  held.set(database(), known)
  const key = `${teamId} ${number}`
  const space = known.get(key) ?? readSpace(teamId, number)
  if (known.size >= MOST_HELD && !known.has(key)) known.delete(known.keys().next().value as string)
  known.set(key, space)
  space.then(
    (one) => one ?? known.delete(key),
    () => known.delete(key),
  )
  return space
}

const MOST_HELD = 32

async function readSpace(teamId: string, number: number): Promise<Space | null> {
  const row = await database().vectorSpace.findUnique({ where: { teamId_number: { teamId, number } } })
  if (!row) return null
  const middles = new Float32Array(
    row.middles.buffer.slice(row.middles.byteOffset, row.middles.byteOffset + row.middles.byteLength),
  )
  const cells =
    middles.length === 0
      ? null
      : { count: middles.length / row.dimensions, dimensions: row.dimensions, middles }
  return { number, dimensions: row.dimensions, madeFor: row.madeFor, cells, middle: cells && middleOf(cells) }
}

/** Creates a space for new vectors. Of concurrent calls, one creates it and the others return it. */
export async function makeSpace(
  teamId: string,
  model: string,
  {
    dimensions,
    madeFor,
    cells,
  }: { readonly dimensions: number; readonly madeFor: number; readonly cells: Cells | null },
): Promise<Space> {
  const middles =
    cells === null
      ? new Uint8Array()
      : new Uint8Array(cells.middles.buffer, cells.middles.byteOffset, cells.middles.byteLength)
  await bookkeeping().$executeRaw`
    INSERT INTO vector_space (team_id, number, model, dimensions, middles, made_for)
    SELECT ${teamId}::uuid, coalesce(max(number), 0) + 1, ${model}, ${dimensions}, ${middles}, ${madeFor} FROM vector_space WHERE team_id = ${teamId}::uuid ON CONFLICT DO NOTHING`
  const [newest] = await spacesOf(wholeTeamUnchecked(teamId), model)
  if (!newest) throw new Error(`the vector space of ${model} was removed right after it was created`)
  return newest
}

/** Returns the vectors of a model by entry, of those files that are indexed (`areIndexed`). */
export async function vectorsOfFiles(
  { teamId }: Visibility,
  model: string,
  fileIds: readonly string[],
): Promise<Map<string, Quantised>> {
  const rows = await database().$queryRaw<Row[]>`
    SELECT v.entry_id AS id, v.vector, v.scale FROM entry_vector v
    JOIN vector_space s ON s.team_id = v.team_id AND s.number = v.space AND s.model = ${model}
    WHERE v.team_id = ${teamId}::uuid AND v.file_id = ANY(${[...fileIds]}::uuid[])`
  return new Map(
    rows.map(({ id, vector, scale }) => [
      id,
      { bytes: new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength), scale },
    ]),
  )
}

/** Deletes empty spaces except the model's newest, and all spaces and vectors of other models. */
export async function dropSpaces(teamId: string, model: string): Promise<void> {
  await bookkeeping().$executeRaw`
    DELETE FROM entry_vector v USING vector_space s WHERE v.team_id = ${teamId}::uuid AND s.team_id = v.team_id AND s.number = v.space AND s.model <> ${model}`
  await bookkeeping().$executeRaw`
    DELETE FROM vector_space s WHERE s.team_id = ${teamId}::uuid AND NOT EXISTS (SELECT 1 FROM entry_vector v WHERE v.team_id = s.team_id AND v.space = s.number)
      AND s.number < (SELECT max(number) FROM vector_space n WHERE n.team_id = s.team_id AND n.model = ${model})`
}
