import type { Cluster } from "./clusters"
import { forEachPaced, type WorkPacer } from "./work-slices"
import type { StatementSource } from "./statement-sources"

/**
 * Two memories. At least half of the smaller one is also in the larger one, such as for a renamed agent or a
 * copied file.
 */
export interface RepeatedMemory {
  /** The memory with fewer statements, many of which the large one has, too. */
  readonly small: StatementSource
  readonly large: StatementSource
  readonly shared: readonly Cluster[]
  /** Number of statements of the small memory. */
  readonly of: number
}

/**
 * Maximum number of sources of a statement. Statements of more sources are ignored, because they do not show
 * that two memories repeat each other.
 */
const FEW = 8
const LEAST_SHARED = 5
const LEAST_SHARE = 0.5

/**
 * Returns pairs of memories that repeat each other, most shared statements first. `held`: clusters by source.
 */
export async function findRepeatedMemories(
  clusters: readonly Cluster[],
  held: ReadonlyMap<StatementSource, readonly Cluster[]>,
  pace: WorkPacer,
): Promise<RepeatedMemory[]> {
  const pairs = new Map<
    string,
    { readonly voices: readonly [StatementSource, StatementSource]; readonly shared: Cluster[] }
  >()
  await forEachPaced(clusters, pace, (cluster) => {
    if (cluster.voices.length > FEW) return
    for (const [at, one] of cluster.voices.entries()) {
      for (const other of cluster.voices.slice(at + 1)) {
        const key = one.key < other.key ? `${one.key}\0${other.key}` : `${other.key}\0${one.key}`
        const pair = pairs.get(key)
        if (pair === undefined)
          pairs.set(key, { voices: one.key < other.key ? [one, other] : [other, one], shared: [cluster] })
        else pair.shared.push(cluster)
      }
    }
  })
  const sizeOf = (voice: StatementSource) => held.get(voice)?.length ?? 0
  return [...pairs.values()]
    .flatMap(({ voices: [one, other], shared }): RepeatedMemory[] => {
      const [small, large] = sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one]
      return shared.length >= LEAST_SHARED && shared.length >= sizeOf(small) * LEAST_SHARE
        ? [{ small, large, shared, of: sizeOf(small) }]
        : []
    })
    .toSorted((a, b) => b.shared.length - a.shared.length || (a.small.key < b.small.key ? -1 : 1))
}

/** Returns a function for the number of independent sources. Sources that repeat each other count once. */
export function countIndependentSources(
  twins: readonly RepeatedMemory[],
): (voices: readonly StatementSource[]) => number {
  const leader = new Map<StatementSource, StatementSource>()
  const leads = (voice: StatementSource): StatementSource => {
    let at = voice
    for (let next = leader.get(at); next !== undefined; next = leader.get(at)) at = next
    return at
  }
  for (const { small, large } of twins) {
    const [one, other] = [leads(small), leads(large)]
    if (one !== other) leader.set(one, other)
  }
  return (voices) => new Set(voices.map(leads)).size
}
