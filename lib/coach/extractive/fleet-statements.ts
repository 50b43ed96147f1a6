import { type CoachMaterial, promoteTo, type PromoteTo } from "@/lib/memory/coach/synthesis"
import { generalityOf, type Copy, promotionPlaces } from "@/lib/memory/agents/promotion"
import {
  clusterStatements,
  type Cluster,
  type StatementClusters,
  entriesOf,
  indexSubjects,
  type SubjectIndex,
} from "./clusters"
import { findNeighbours, type Neighbour } from "./neighbours"
import { forEachPaced, type WorkPacer } from "./work-slices"
import {
  indexStatements,
  type StatementIndex,
  type DistinctStatement,
  type StatementSource,
} from "./distinct-statements"

/** The grouped statements of a fleet, the input of all finders. */
export interface FleetStatements {
  readonly material: CoachMaterial
  readonly heard: StatementIndex
  readonly clustered: StatementClusters
  /** Clusters by source. */
  readonly held: ReadonlyMap<StatementSource, readonly Cluster[]>
  readonly twins: readonly RepeatedMemory[]
  readonly subjects: SubjectIndex
  /** Clusters with an open contradiction. Only findContradictions reports them. */
  readonly disputed: ReadonlySet<Cluster>
  /** Returns the number of independent sources. Sources that repeat each other count once. */
  countApart(voices: readonly StatementSource[]): number
  /** Returns how useful a statement is for other agents, 0–1. */
  generality(one: Cluster): number
}

/**
 * Reads and compares the material once. Returns a function that groups the statements; barred statements are
 * not grouped.
 */
export async function prepareFleetStatements(
  material: CoachMaterial,
  pace: WorkPacer,
): Promise<(barred: ReadonlySet<DistinctStatement>) => Promise<FleetStatements>> {
  pace.begin("Reading entries", 30)
  const heard = await indexStatements(material, pace)
  const neighbours = await findNeighbours(heard, pace)
  return (barred) => putTogether({ material, heard, neighbours, barred }, pace)
}

interface Compared {
  readonly material: CoachMaterial
  readonly heard: StatementIndex
  readonly neighbours: ReadonlyMap<number, readonly Neighbour[]>
  readonly barred: ReadonlySet<DistinctStatement>
}

async function putTogether(
  { material, heard, neighbours, barred }: Compared,
  pace: WorkPacer,
): Promise<FleetStatements> {
  const clustered = await clusterStatements(heard, neighbours, barred, pace)
  const subjects = await indexSubjects(clustered.clusters, heard.subjects, pace)
  const held = new Map<StatementSource, Cluster[]>()
  await forEachPaced(clustered.clusters, pace, (one) => {
    for (const voice of one.voices) {
      const known = held.get(voice)
      if (known === undefined) held.set(voice, [one])
      else known.push(one)
    }
  })
  const twins = await findRepeatedMemories(clustered.clusters, held, pace)
  const disputed = new Set(
    material.contradictions
      .flatMap(({ left, right }) => [left, right])
      .flatMap((id) => heard.byEntry.get(id) ?? [])
      .map((saying) => clustered.clusterOf(saying)),
  )
  return {
    material,
    heard,
    clustered,
    held,
    twins,
    subjects,
    disputed,
    countApart: countIndependentSources(twins),
    generality: generalityIn(material),
  }
}

function generalityIn({ today }: CoachMaterial): (one: Cluster) => number {
  const now = new Date(`${today}T00:00:00Z`)
  const known = new Map<Cluster, number>()
  return (one) => {
    const before = known.get(one)
    if (before !== undefined) return before
    const [
      { text, type, confidence, date, section } = {
        text: "",
        type: null,
        confidence: null,
        date: null,
        section: null,
      },
    ] = one.lead.entries
    const { score } = generalityOf(
      {
        text,
        type,
        confidence,
        date,
        approved: false,
        forOneRole: section !== null && /-specific\b|\bnotes$/i.test(section),
      },
      now,
    )
    known.set(one, score)
    return score
  }
}

/**
 * Returns the shared memory to which a statement could be promoted for all its sources. Null if there is
 * none, or if it already has the statement.
 */
export function promotionTargetOf(one: Cluster): PromoteTo | null {
  const copies = entriesOf(one).flatMap(({ agent, project, category }): Copy[] =>
    agent === null ? [] : [{ agent, project, category }],
  )
  const [place] = promotionPlaces(copies)
  if (place === undefined) return null
  const isThere = one.voices.some(
    (voice) =>
      voice.agent === null &&
      (place.kind === "team"
        ? voice.key === "team" || voice.key === "global"
        : voice.category === place.category && voice.project === place.project),
  )
  return isThere ? null : promoteTo(place)
}

/**
 * Two memories. At least half of the smaller one is also in the larger one, such as for a renamed agent or a
 * copied file.
 */
interface RepeatedMemory {
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
async function findRepeatedMemories(
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
function countIndependentSources(
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
