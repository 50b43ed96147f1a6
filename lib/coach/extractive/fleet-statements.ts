import type { CoachMaterial } from "@/lib/memory/coach/material"
import { promoteTo, type PromoteTo } from "@/lib/memory/coach/draft"
import { generalityOf } from "@/lib/memory/agents/reusability"
import { type Copy, promotionPlaces } from "@/lib/memory/agents/promotion-places"
import { clusterStatements, type Cluster, type StatementClusters, entriesOf } from "./clusters"
import { findNeighbours, type Neighbour } from "./neighbours"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { indexStatements, type StatementIndex, type DistinctStatement } from "./distinct-statements"
import { indexSubjects, type SubjectIndex } from "./subject-index"
import { countIndependentSources, findRepeatedMemories, type RepeatedMemory } from "./repeated-memories"
import type { StatementSource } from "./statement-sources"

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
