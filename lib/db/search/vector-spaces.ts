import { wholeTeamUnchecked, type Visibility } from "@/lib/memory/teams/visibility"
import type { Cells } from "@/lib/memory/vectors/clusters"
import { middleOf } from "@/lib/memory/vectors/clusters"
import { bookkeeping, database } from "../infra/client"

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

/** Deletes empty spaces except the model's newest, and all spaces and vectors of other models. */
export async function dropSpaces(teamId: string, model: string): Promise<void> {
  await bookkeeping().$executeRaw`
    DELETE FROM entry_vector v USING vector_space s WHERE v.team_id = ${teamId}::uuid AND s.team_id = v.team_id AND s.number = v.space AND s.model <> ${model}`
  await bookkeeping().$executeRaw`
    DELETE FROM vector_space s WHERE s.team_id = ${teamId}::uuid AND NOT EXISTS (SELECT 1 FROM entry_vector v WHERE v.team_id = s.team_id AND v.space = s.number)
      AND s.number < (SELECT max(number) FROM vector_space n WHERE n.team_id = s.team_id AND n.model = ${model})`
}
