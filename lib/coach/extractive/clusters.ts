import type { CoachEntry } from "@/lib/memory/coach/material"
import type { Neighbour } from "./neighbours"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { compareText, type StatementIndex, type DistinctStatement } from "./distinct-statements"
import type { StatementSource } from "./statement-sources"

/**
 * Duplicate statements. Each one is a duplicate of the lead, so that different statements are not joined
 * through a chain of similar ones.
 */
export interface Cluster {
  readonly lead: DistinctStatement
  /** All statements, the lead first. */
  readonly sayings: readonly DistinctStatement[]
  /** Sources without duplicates; those of the lead first. */
  readonly voices: readonly StatementSource[]
  /** Mean similarity to the lead, 0–1, weighted by sources. */
  readonly likeness: number
}

export interface StatementClusters {
  readonly clusters: readonly Cluster[]
  clusterOf(saying: DistinctStatement): Cluster
}

/** Groups duplicates. A statement without duplicates or in `barred` is alone in its cluster. */
export async function clusterStatements(
  { sayings }: StatementIndex,
  neighbours: ReadonlyMap<number, readonly Neighbour[]>,
  barred: ReadonlySet<DistinctStatement>,
  pace: WorkPacer,
): Promise<StatementClusters> {
  pace.begin("Grouping similar entries", 85)
  const around = (one: DistinctStatement) => neighbours.get(one.at) ?? []
  const worth = new Map<DistinctStatement, number>()
  await forEachPaced(sayings, pace, (one) => {
    if (around(one).length > 0 && !barred.has(one))
      worth.set(
        one,
        one.voices.length * 10 + around(one).reduce((sum, { score }) => sum + score, 0) + wordingOf(one.text),
      )
  })
  const order = [
    ...[...worth].toSorted(([a, one], [b, two]) => two - one || a.at - b.at).map(([one]) => one),
    ...sayings.filter((one) => !worth.has(one)),
  ]
  const of: (Cluster | undefined)[] = Array.from({ length: sayings.length })
  const clusters: Cluster[] = []
  await forEachPaced(order, pace, (lead) => {
    if (of[lead.at] !== undefined) return
    const alike = around(lead)
      .filter(({ saying }) => of[saying.at] === undefined && worth.has(saying) && worth.has(lead))
      .toSorted((a, b) => b.score - a.score || compareText(a.saying.text, b.saying.text))
    const members = [lead, ...alike.map(({ saying }) => saying)]
    const voices = [...new Set(members.flatMap((one) => one.voices))]
    const likeness =
      alike.reduce((sum, { saying, score }) => sum + score * saying.voices.length, lead.voices.length) /
      alike.reduce((sum, { saying }) => sum + saying.voices.length, lead.voices.length)
    const made: Cluster = { lead, sayings: members, voices, likeness }
    for (const one of members) of[one.at] = made
    clusters.push(made)
  })
  return { clusters, clusterOf: (saying) => of[saying.at] as Cluster }
}

/**
 * Returns the entries of a cluster: one entry of each source first, then the other entries. Entries of the
 * lead precede those of its duplicates.
 */
export function entriesOf({ sayings }: Cluster): CoachEntry[] {
  const [first, more, heard] = [[] as CoachEntry[], [] as CoachEntry[], new Set<string>()]
  for (const entry of sayings.flatMap((one) => one.entries)) {
    const who = `${entry.project}\n${entry.agent ?? `\n${entry.scope}\n${entry.category ?? ""}`}`
    if (heard.has(who)) more.push(entry)
    else first.push(entry)
    heard.add(who)
  }
  return [...first, ...more]
}

/** Returns a rating of a text's length, 0–1. 40 to 220 characters are rated 1. */
export function wordingOf(text: string): number {
  const length = text.trim().length
  if (length < 40) return length / 80
  return length <= 220 ? 1 : Math.max(0.2, 220 / length)
}
