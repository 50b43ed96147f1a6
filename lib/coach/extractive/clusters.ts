import type { CoachEntry } from "@/lib/memory/coach/synthesis"
import type { Neighbour } from "./neighbours"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { type StatementIndex, type DistinctStatement, type StatementSource } from "./distinct-statements"
import type { Subject } from "./subjects"
import { compareText } from "@/lib/memory/text/aggregates"

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

/** A cluster that has subjects in common with another one. */
export interface RelatedCluster {
  readonly cluster: Cluster
  /** Common subjects as written in the statements, most distinctive first. */
  readonly subjects: readonly string[]
  /** Weight of the common subjects: about 1 for each distinctive word, 1.5 for a name. */
  readonly weight: number
  /** Share of the common subjects in the shorter statement, 0–1. */
  readonly share: number
  /** Number of common names. */
  readonly named: number
}

export interface SubjectIndex {
  /** Returns other clusters about the same subject, the best match first. */
  related(one: Cluster): RelatedCluster[]
  /** Returns the names that at least `least` clusters mention, each with its clusters. */
  names(least: number): { readonly shown: string; readonly clusters: readonly Cluster[] }[]
}

/**
 * Maximum share of clusters with a subject, 0–1. More frequent subjects are ignored, within the bounds
 * `FEWEST_COMMON` and `MOST_COMMON`.
 */
const COMMON = 0.05
const FEWEST_COMMON = 5
const MOST_COMMON = 48
/** Lowest total weight of the common subjects of related clusters. */
const LEAST = 2.3

interface Entered extends Subject {
  readonly clusters: number[]
}

/** Returns an index of clusters by subject. */
export async function indexSubjects(
  clusters: readonly Cluster[],
  subjects: readonly Subject[],
  pace: WorkPacer,
): Promise<SubjectIndex> {
  pace.begin("Identifying the subjects of entries", 90)
  const all = subjects.map((subject): Entered => ({ ...subject, clusters: [] }))
  const ownOf = (at: number): readonly number[] => (clusters[at] as Cluster).lead.subjects
  await forEachPaced(clusters, pace, ({ lead }, at) => {
    for (const number of lead.subjects) all[number]?.clusters.push(at)
  })
  const common = Math.min(MOST_COMMON, Math.max(FEWEST_COMMON, Math.ceil(clusters.length * COMMON)))
  const totals = new Float64Array(clusters.length)
  const total = (at: number): number =>
    (totals[at] ||= ownOf(at).reduce<number>((sum, number) => sum + (all[number] as Entered).weight, 0))
  const places = new Map(clusters.map((one, at) => [one, at]))
  return {
    related(one) {
      const place = places.get(one) as number
      const found = new Map<number, { weight: number; subjects: Entered[] }>()
      for (const number of one.lead.subjects) {
        const subject = all[number] as Entered
        if (subject.clusters.length > common) continue
        const weight = subject.weight * (subject.clusters.length <= 4 ? 1.1 : 1)
        for (const at of subject.clusters) {
          if (at === place) continue
          const other = found.get(at) ?? { weight: 0, subjects: [] }
          // Words of a name can also be subjects. They count only a little in addition to the name.
          other.weight += other.subjects.some(({ shown }) => within(subject.shown, shown)) ? 0.1 : weight
          other.subjects.push(subject)
          found.set(at, other)
        }
      }
      return [...found]
        .filter(([, { weight }]) => weight >= LEAST)
        .toSorted(([a, one], [b, two]) => two.weight - one.weight || a - b)
        .map(([at, { weight, subjects }]) => ({
          cluster: clusters[at] as Cluster,
          weight,
          share: Math.min(
            1,
            subjects.reduce((sum, one) => sum + one.weight, 0) / Math.min(total(place), total(at)),
          ),
          subjects: shownOnce(subjects),
          named: subjects.filter(isName).length,
        }))
    },
    names: (least) =>
      all
        .filter((one) => one.clusters.length >= least && isName(one))
        .map(({ shown, clusters: said }) => ({ shown, clusters: said.map((at) => clusters[at] as Cluster) })),
  }
}

const isName = ({ key }: Subject): boolean => key.startsWith("=")

const within = (word: string, name: string): boolean =>
  name.length >= word.length &&
  name.toLowerCase().includes(word.toLowerCase().slice(0, Math.max(4, word.length - 2)))

function shownOnce(subjects: readonly Entered[]): string[] {
  const shown: string[] = []
  for (const subject of subjects.toSorted(
    (a, b) => b.weight - a.weight || a.clusters.length - b.clusters.length,
  ))
    if (!shown.some((one) => within(subject.shown, one) || one.toLowerCase() === subject.shown.toLowerCase()))
      shown.push(subject.shown)
  return shown
}
