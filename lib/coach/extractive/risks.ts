import { type Cluster, entriesOf } from "./clusters"
import {
  type Finding,
  roundShare,
  mostUsefulFindings,
  capitalizeThe,
  joinNames,
  namesOfSources,
  quoteStatement,
  attribute,
} from "./findings"
import { formatCount } from "@/lib/memory/text/sentence"
import { promotionTargetOf, type FleetStatements } from "./fleet-statements"
import { isAcrossCategories } from "./agreements-and-contradictions"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { isSelfContained } from "./worth-sharing"
import type { StatementSource } from "./distinct-statements"

const MOST_CITED = 8
const QUOTED = 3
/** Lowest weight of common subjects of two statements about the same problem. */
const LEAST = 2.6
const SHORT_QUOTE = 170

/**
 * Returns findings about recurring problems: the same problem in several sources, or problems of one subject
 * in several memories.
 */
export async function findRisks(said: FleetStatements, pace: WorkPacer): Promise<Finding[]> {
  const found: Finding[] = []
  await forEachPaced(said.clustered.clusters, pace, (one) => {
    if (one.lead.trouble !== 2 || !isSelfContained(one.lead.text) || said.generality(one) === 0) return
    const alike = one.voices.length > 1 && said.countApart(one.voices) > 1
    const group = groupAround(one, said)
    if (group !== null) found.push(groupFinding(group, said))
    else if (alike) found.push(alikeFinding(one, said))
  })
  return mostUsefulFindings(found)
}

function alikeFinding(one: Cluster, said: FleetStatements): Finding {
  const entries = entriesOf(one)
  return {
    kind: "risk",
    text: attribute(one.voices, "record the same warning", one.lead.text),
    confidence: roundShare(0.5 + 0.1 * Math.min(4, one.voices.length - 1)),
    citations: entries.slice(0, MOST_CITED).map(({ id }) => id),
    promote: promotionTargetOf(one),
    worth:
      0.55 +
      0.12 * Math.min(3, said.countApart(one.voices) - 2) +
      (isAcrossCategories(one) ? 0.08 : 0) +
      0.2 * (said.generality(one) - 0.5),
    about: new Set(entries.map(({ id }) => id)),
    from: one.voices[0]?.key ?? "",
  }
}

interface Group {
  readonly subjects: readonly string[]
  /** True if a name is among the subjects. Other words in common may not be what the problems are about. */
  readonly isNamed: boolean
  /** Clusters, the lead first. Each one shares a subject with the lead. */
  readonly clusters: readonly Cluster[]
  readonly voices: readonly StatementSource[]
  readonly weight: number
}

/**
 * Returns the group of problems in other memories that share a subject with the lead. Null if there are none.
 */
function groupAround(lead: Cluster, said: FleetStatements): Group | null {
  const related = said.subjects
    .related(lead)
    .filter(
      ({ cluster, weight }) =>
        cluster.lead.trouble === 2 &&
        weight >= LEAST &&
        isSelfContained(cluster.lead.text) &&
        said.generality(cluster) > 0 &&
        said.countApart([...lead.voices, ...cluster.voices]) > 1,
    )
  const [first] = related
  if (first === undefined) return null
  const clusters = otherVoicesFirst([lead, ...related.slice(0, MOST_CITED - 1).map(({ cluster }) => cluster)])
  const voices = [...new Set(clusters.flatMap((one) => one.voices))]
  const counts = new Map<string, number>()
  for (const { subjects } of related)
    for (const subject of subjects) counts.set(subject, (counts.get(subject) ?? 0) + 1)
  const subjects = [...counts]
    .filter(([, count]) => count * 2 >= related.length)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([subject]) => subject)
  return subjects.length === 0
    ? null
    : {
        subjects,
        isNamed: related.every(({ named }) => named > 0),
        clusters,
        voices,
        weight: related.reduce((sum, { weight }) => sum + weight, 0) / related.length,
      }
}

/** Returns the clusters reordered: first those that add a source, then the others. */
function otherVoicesFirst(clusters: readonly Cluster[]): Cluster[] {
  const [first, more, heard] = [[] as Cluster[], [] as Cluster[], new Set<StatementSource>()]
  for (const one of clusters) {
    if (one.voices.every((voice) => heard.has(voice))) more.push(one)
    else first.push(one)
    for (const voice of one.voices) heard.add(voice)
  }
  return [...first, ...more]
}

function groupFinding(
  { subjects, isNamed, clusters, voices, weight }: Group,
  said: FleetStatements,
): Finding {
  const apart = said.countApart(voices)
  const categories = new Set(voices.flatMap(({ category }) => category ?? []))
  const across = categories.size > 1 ? ` across the categories ${joinNames([...categories].toSorted())}` : ""
  const what = isNamed
    ? `mention problems with ${joinNames(subjects)}`
    : `record problems in similar words (${subjects.join(", ")})`
  const told = clusters
    .slice(0, QUOTED)
    .map(
      (one) =>
        `${capitalizeThe(joinNames(namesOfSources(one.voices), 2))}: ${quoteStatement(one.lead.text, SHORT_QUOTE)}.`,
    )
  const entries = clusters.flatMap((one) => entriesOf(one).slice(0, 2))
  return {
    kind: "risk",
    text: `${formatCount(voices.length, "memory")}${across} ${what}. ${told.join(" ")}`,
    confidence: roundShare(0.3 + 0.08 * Math.min(4, apart - 1) + 0.06 * Math.min(4, weight - 2)),
    citations: entries.slice(0, MOST_CITED).map(({ id }) => id),
    promote: null,
    worth:
      0.4 +
      0.1 * Math.min(3, apart - 1) +
      0.05 * Math.min(4, weight - 2.3) +
      (categories.size > 1 ? 0.08 : 0) +
      0.15 * (said.generality(clusters[0] as Cluster) - 0.5),
    about: new Set(clusters.flatMap((one) => entriesOf(one).map(({ id }) => id))),
    from: voices[0]?.key ?? "",
  }
}
