import { readClaim } from "@/lib/memory/similarity/contradictable-statement"
import type { CoachedAgent } from "@/lib/memory/coach/synthesis"
import { groupBy } from "@/lib/memory/text/aggregates"
import { type Cluster, entriesOf, type RelatedCluster } from "./clusters"
import {
  type Finding,
  MAX_FINDINGS_OF_KIND,
  roundShare,
  capitalizeThe,
  joinNames,
  quoteStatement,
} from "./findings"
import { forEachPaced, type WorkPacer } from "./work-slices"
import type { FleetStatements } from "./fleet-statements"
import { isRecord, isSelfContained } from "./worth-sharing"
import type { StatementSource } from "./distinct-statements"

/** Lowest generality of a statement that is useful to others. */
const GENERAL = 0.6

/**
 * Lowest share of a statement's subjects with which a similar statement shows that its agent already knows
 * the statement.
 */
const KNOWN = 0.45
/**
 * Lowest share of common subjects in the shorter statement for the same topic. Two long texts share some
 * words by chance.
 */
const SAME_TOPIC = 0.3

/**
 * Returns findings about statements that only one agent has and others may need: agents that write about the
 * same subjects, or agents of its category if the statement is general.
 */
export async function findGaps(said: FleetStatements, pace: WorkPacer): Promise<Finding[]> {
  const found: Candidate[] = []
  const mates = groupBy(
    said.material.agents.filter(({ category, entries }) => category !== null && entries > 0),
    ({ project, category }) => `${project}\n${category}`,
  )
  await forEachPaced(said.clustered.clusters, pace, (one) => {
    const [knows, ...others] = one.voices
    if (
      knows === undefined ||
      knows.agent === null ||
      others.length > 0 ||
      said.generality(one) < GENERAL ||
      !isSelfContained(one.lead.text) ||
      isRecord(one.lead.text) ||
      said.disputed.has(one)
    )
      return
    const near = (mates.get(`${knows.project}\n${knows.category}`) ?? []).filter(
      ({ name }) => name !== knows.agent,
    )
    const related = needOf(one, knows, said, near.length > 0)
    if (related.some(({ share, named }) => share >= KNOWN || named > 1)) return
    const candidate = gapFinding(one, knows, related, said) ?? mateFinding(one, knows, near, said)
    if (candidate !== null) found.push(candidate)
  })
  const findings: Finding[] = []
  for (const { one, finding } of found.toSorted(
    (a, b) => b.worth - a.worth || a.one.lead.at - b.one.lead.at,
  )) {
    if (findings.length === MAX_FINDINGS_OF_KIND) break
    if (!readClaim(one.lead.text).event) findings.push(finding())
  }
  return findings
}

/** A possible finding. `finding` writes its text, which is needed only for the best candidates. */
interface Candidate {
  readonly one: Cluster
  readonly worth: number
  readonly finding: () => Finding
}

/**
 * Returns statements of other agents about the same subjects: of the same category if it has other agents,
 * else of the same project.
 */
function needOf(
  one: Cluster,
  knows: StatementSource,
  { subjects, countApart }: FleetStatements,
  byCategory: boolean,
): RelatedCluster[] {
  const isMate = (voice: StatementSource) =>
    voice.agent !== null &&
    voice.project === knows.project &&
    voice.key !== knows.key &&
    (!byCategory || (voice.category === knows.category && knows.category !== null)) &&
    countApart([voice, knows]) > 1
  return subjects
    .related(one)
    .filter(({ cluster }) => cluster.voices.some(isMate) && !cluster.voices.includes(knows))
}

function gapFinding(
  one: Cluster,
  knows: StatementSource,
  need: readonly RelatedCluster[],
  said: FleetStatements,
): Candidate | null {
  const [best] = need
  if (best === undefined || best.share < SAME_TOPIC) return null
  const needing = [...new Set(need.flatMap(({ cluster }) => cluster.voices))].filter(
    (voice) => voice.agent !== null && voice.key !== knows.key,
  )
  const names = needing.map(({ name }) => name)
  const entries = entriesOf(one)
  const speaks = entriesOf(best.cluster).filter(({ agent }) => agent !== null)
  const general = said.generality(one)
  const worth =
    0.34 + 0.45 * (general - 0.4) + 0.06 * Math.min(4, best.weight - 2.3) + 0.03 * Math.min(3, names.length)
  return {
    one,
    worth,
    finding: () => ({
      kind: "gap",
      text: `Only ${knows.name} has this entry: ${quoteStatement(one.lead.text)}. ${capitalizeThe(joinNames(names))} ${names.length > 1 ? "write" : "writes"} about the same subjects (${joinNames(best.subjects.slice(0, 3))}), e.g. ${quoteStatement(best.cluster.lead.text, 140)}, and may need this entry.`,
      confidence: roundShare(0.25 + 0.4 * general + 0.05 * Math.min(3, best.weight - 2)),
      citations: [...entries.slice(0, 2), ...speaks.slice(0, 1)].map(({ id }) => id),
      promote: null,
      worth,
      about: new Set([...entries, ...speaks.slice(0, 1)].map(({ id }) => id)),
      from: knows.key,
    }),
  }
}

/** Lowest generality of a statement for agents that do not write about its subjects. */
const GENERAL_TO_MATES = 0.65

/**
 * Returns a candidate for a statement that only one agent of a category has and that is general enough for
 * the others, or null.
 */
function mateFinding(
  one: Cluster,
  knows: StatementSource,
  mates: readonly CoachedAgent[],
  said: FleetStatements,
): Candidate | null {
  const general = said.generality(one)
  if (mates.length === 0 || general < GENERAL_TO_MATES) return null
  const names = mates.map((mate) => said.heard.voices.agentName(mate)).toSorted()
  const entries = entriesOf(one)
  const worth = 0.3 + 0.4 * (general - 0.4)
  return {
    one,
    worth,
    finding: () => ({
      kind: "gap",
      text: `Of the ${knows.category} agents, only ${knows.name} has this entry: ${quoteStatement(one.lead.text)}. ${capitalizeThe(joinNames(names))} ${names.length > 1 ? "have" : "has"} no similar entry.`,
      confidence: roundShare(0.2 + 0.4 * general),
      citations: entries.slice(0, 2).map(({ id }) => id),
      promote: null,
      worth,
      about: new Set(entries.map(({ id }) => id)),
      from: knows.key,
    }),
  }
}
