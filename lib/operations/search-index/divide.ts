import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { setImmediate as breathe } from "node:timers/promises"
import {
  countVectors,
  moveVectors,
  sampleVectors,
  type StoredVector,
  vectorsToMove,
} from "@/lib/db/search/files-to-embed"
import { makeSpace, type Space, spacesOf } from "@/lib/db/search/vector-spaces"
import { type Cells, cellsFor, divide } from "@/lib/memory/vectors/clusters"
import { dequantise } from "@/lib/memory/vectors/vectors"

interface Dividing {
  readonly from: number
  readonly signal: AbortSignal
}

/**
 * Growth factor after which a store is divided into cells again. A cell then holds twice as many vectors as
 * after the last division.
 */
const GROWN = 4
/** Number of vectors sampled for each future cell. The total is limited so that training takes seconds. */
const SAMPLED_A_CELL = 32
const SAMPLED = 24_000
const MOVED_AT_ONCE = 1_000

/**
 * Divides the vectors of a team into cells if there are many, and moves vectors from older spaces. Searches
 * see all vectors during this work.
 */
export async function divideVectors(
  teamId: string,
  model: string,
  { from, signal }: Dividing,
): Promise<void> {
  const [newest, ...older] = await spacesOf(wholeTeamUnchecked(teamId), model)
  if (!newest) return
  const count = await countVectors(
    wholeTeamUnchecked(teamId),
    [newest, ...older].map((space) => space.number),
  )
  const due = count >= from && (newest.cells === null || count >= newest.madeFor * GROWN)
  if (!due) return move(teamId, newest, older, signal)
  const cells = await trained(teamId, newest, count, signal)
  const fresh = await makeSpace(teamId, model, { dimensions: newest.dimensions, madeFor: count, cells })
  await move(teamId, fresh, [newest, ...older], signal)
}

async function trained(teamId: string, space: Space, count: number, signal: AbortSignal): Promise<Cells> {
  const wanted = cellsFor(count)
  const sample = (
    await sampleVectors(
      wholeTeamUnchecked(teamId),
      space.number,
      Math.min(SAMPLED, wanted * SAMPLED_A_CELL),
      count,
    )
  ).map(vectorOf)
  const steps = divide(sample, Math.min(wanted, sample.length), seeded(7))
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    signal.throwIfAborted()
    await breathe()
  }
}

async function move(teamId: string, to: Space, older: readonly Space[], signal: AbortSignal): Promise<void> {
  const spaces = older.map((space) => space.number)
  for (;;) {
    const rows =
      spaces.length === 0 ? [] : await vectorsToMove(wholeTeamUnchecked(teamId), spaces, MOVED_AT_ONCE)
    if (rows.length === 0) return
    signal.throwIfAborted()
    await moveVectors(
      teamId,
      to,
      rows.map((row) => ({ id: row.id, vector: vectorOf(row) })),
    )
    await breathe()
  }
}

const vectorOf = ({ vector, scale }: StoredVector): Float32Array =>
  dequantise({ bytes: new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength), scale })

/**
 * Returns a generator of numbers from 0 to 1. Equal seeds give equal numbers, so that a repeated division
 * gives the same cells.
 */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
