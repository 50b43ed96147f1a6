/** A vector of length 1 with one byte per dimension. The original vector is about `bytes × scale`. */
export interface Quantised {
  readonly bytes: Int8Array
  readonly scale: number
}

/** Returns a vector scaled to length 1. A zero vector stays zero. */
export function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector))
  return length === 0 ? vector : vector.map((part) => part / length)
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>, from = 0): number {
  let sum = 0
  for (let at = 0; at < other.length; at += 1) sum += (one[from + at] as number) * (other[at] as number)
  return sum
}

export function quantise(vector: Float32Array): Quantised {
  let most = 0
  for (const part of vector) most = Math.max(most, Math.abs(part))
  const scale = most / 127 || 1
  const bytes = new Int8Array(vector.length) // A loop, because Int8Array.from takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.round((vector[at] as number) / scale)
  return { bytes, scale }
}

export const dequantise = ({ bytes, scale }: Quantised): Float32Array =>
  Float32Array.from(bytes, (part) => part * scale)

/** Returns the cosine of two vectors, −1 to 1. */
export const cosineOf = (one: Quantised, other: Quantised): number =>
  dot(one.bytes, other.bytes) * one.scale * other.scale

/**
 * Returns one bit per dimension in PostgreSQL's notation: 1 above the mean. The number of different bits of two vectors estimates their
 * distance, and the database can count it.
 */
export function signatureOf(vector: Float32Array, middle: Float32Array | null): string {
  let bits = ""
  for (let at = 0; at < vector.length; at += 1)
    bits += (vector[at] as number) > (middle?.[at] ?? 0) ? "1" : "0"
  return bits
}

/** Centers of clusters, one after another. A vector belongs to the cluster with the nearest center. */
export interface Cells {
  readonly count: number
  readonly dimensions: number
  readonly middles: Float32Array
}

/**
 * Returns the number of clusters for a number of vectors, 1–4,096. More clusters take longer to compare with,
 * and fewer have more vectors each.
 */
export const cellsFor = (vectors: number): number =>
  Math.max(1, Math.min(4096, Math.round(2 * Math.sqrt(vectors))))

/** Returns the clusters whose centers are nearest to a vector, the nearest first, at most `take`. */
export function nearestCells(cells: Cells, vector: Float32Array, take: number): number[] {
  const near = Array.from({ length: cells.count }, (_, cell) => ({
    cell,
    score: dot(cells.middles, vector, cell * cells.dimensions),
  }))
  return near
    .toSorted((a, b) => b.score - a.score)
    .slice(0, take)
    .map(({ cell }) => cell)
}

/**
 * Returns a function that finds the cluster of a vector. It compares only clusters of the nearest groups, so
 * it sometimes returns the second nearest cluster.
 */
export function cellFinder(cells: Cells): (vector: Float32Array) => number {
  const own = Array.from({ length: cells.count }, (_, cell) =>
    cells.middles.subarray(cell * cells.dimensions, (cell + 1) * cells.dimensions),
  )
  const places = new Map(own.map((middle, cell) => [middle, cell]))
  let turn = 0
  const groups = run(means(own, Math.round(Math.sqrt(cells.count)), () => (turn = (turn + 0.618034) % 1)))
  return (vector) => {
    const near = groups.middles
      .map((middle, group) => ({ group, score: dot(middle, vector) }))
      .toSorted((a, b) => b.score - a.score)
    const members = near.slice(0, GROUPS_LOOKED_INTO).flatMap(({ group }) => groups.members[group] ?? [])
    return places.get(members[nearestOf(members, vector)] as Float32Array) ?? 0
  }
}

const GROUPS_LOOKED_INTO = 4

function run<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Returns the mean of all centers, which signatures are relative to. */
export function middleOf({ count, dimensions, middles }: Cells): Float32Array {
  const middle = new Float32Array(dimensions)
  for (let at = 0; at < middles.length; at += 1)
    middle[at % dimensions] = (middle[at % dimensions] as number) + (middles[at] as number) / count
  return middle
}

const ROUNDS = 6

/**
 * Divides a sample of unit vectors into clusters, by spherical k-means in two steps: groups, then each group's share of clusters. Yields
 * after every few thousand comparisons, so that the caller can do other work. `random`: 0 to 1.
 */
export function* divide(
  sample: readonly Float32Array[],
  count: number,
  random: () => number,
): Generator<void, Cells> {
  const groups = yield* means(sample, Math.max(1, Math.round(Math.sqrt(count))), random)
  const middles: Float32Array[] = []
  for (const members of groups.members) {
    const share = Math.max(1, Math.round((members.length / sample.length) * count))
    const own = yield* means(members, share, random)
    middles.push(...own.middles)
  }
  const dimensions = sample[0]?.length ?? 0
  const flat = new Float32Array(middles.length * dimensions)
  for (const [cell, middle] of middles.entries()) flat.set(middle, cell * dimensions)
  return { count: middles.length, dimensions, middles: flat }
}

const AT_ONCE = 4_096

function* means(
  vectors: readonly Float32Array[],
  count: number,
  random: () => number,
): Generator<void, { middles: Float32Array[]; members: Float32Array[][] }> {
  let middles = begin(vectors, count, random)
  for (let round = 0; ; round += 1) {
    const members: Float32Array[][] = middles.map(() => [])
    let compared = 0
    for (const vector of vectors) {
      members[nearestOf(middles, vector)]?.push(vector)
      compared += middles.length
      if (compared >= AT_ONCE) {
        compared = 0
        yield
      }
    }
    const full = members.filter((one) => one.length > 0)
    middles = full.map(averageOf)
    if (round === ROUNDS || middles.length <= 1) return { middles, members: full }
  }
}

/** Returns different random vectors of the sample. */
function begin(vectors: readonly Float32Array[], count: number, random: () => number): Float32Array[] {
  const drawn = [...vectors]
  for (let at = 0; at < Math.min(count, drawn.length); at += 1) {
    const other = at + Math.floor(random() * (drawn.length - at))
    ;[drawn[at], drawn[other]] = [drawn[other] as Float32Array, drawn[at] as Float32Array]
  }
  return drawn.slice(0, count)
}

function nearestOf(middles: readonly Float32Array[], vector: Float32Array): number {
  let best = 0
  let most = -Infinity
  for (const [at, middle] of middles.entries()) {
    const score = dot(middle, vector)
    if (score > most) [best, most] = [at, score]
  }
  return best
}

function averageOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0)
  for (const vector of vectors)
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + (vector[at] as number)
  return normalise(sum)
}

/** Returns the text of an entry for embedding: its section and words without layout. Short entries need their heading. */
export function textToEmbed(section: string | null, text: string): string {
  return `${section ? `${section}: ` : ""}${text}`
    .replaceAll(LAYOUT, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
}

const LAYOUT = /[*`#_|>[\]]+/g
/** Maximum number of characters to embed. Further text changes the vector little and costs as much. */
const MAX_CHARACTERS = 600
