import type { CoachEntry } from "@/lib/memory/coach/synthesis"
import { readClaim } from "@/lib/memory/similarity/contradictable-statement"
import {
  type Finding,
  mostUsefulFindings,
  roundShare,
  capitalizeThe,
  quoteStatement,
  attribute,
} from "./findings"
import { type FleetStatements, promotionTargetOf } from "./fleet-statements"
import { type Cluster, entriesOf, wordingOf } from "./clusters"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { isSentence, isSelfContained } from "./worth-sharing"

/**
 * Returns findings about the open contradictions, with both sides quoted. Contradictions of flagged entries
 * are left out.
 */
export function findContradictions({ material, heard }: FleetStatements): Finding[] {
  const sides = new Set(material.contradictions.flatMap(({ left, right }) => [left, right]))
  const byId = new Map(
    material.entries
      .filter((entry) => sides.has(entry.id) && entry.flags.length === 0)
      .map((entry) => [entry.id, entry]),
  )
  return mostUsefulFindings(
    material.contradictions.flatMap(({ left, right, why }): Finding[] => {
      const [one, other] = [byId.get(left), byId.get(right)]
      if (one === undefined || other === undefined) return []
      const [a, b] = [heard.voices.of(one), heard.voices.of(other)]
      const [said, against] = [quoteStatement(one.text), quoteStatement(other.text)]
      const who =
        a.key === b.key
          ? `${capitalizeThe(a.name)} has two entries that contradict each other`
          : `${capitalizeThe(a.name)} and ${b.name} contradict each other`
      return [
        {
          kind: "contradiction",
          text: `${who}: ${why.replace(/[.\s]+$/, "")}. ${capitalizeThe(a.name)}: ${said}${dated(one)}; ${b.name}: ${against}${dated(other)}.`,
          confidence: 0.7,
          citations: [one.id, other.id],
          promote: null,
          worth: a.key === b.key ? 0.72 : 0.82,
          about: new Set([one.id, other.id]),
          from: a.key,
        },
      ]
    }),
  )
}

const dated = ({ date }: CoachEntry): string => (date === null ? "" : ` (${date})`)

/** Maximum number of citations of a claim, one per source. */
const MOST_CITED = 12

/** Returns findings about statements of several sources that could be replaced by one shared copy. */
export async function findSharedPatterns(said: FleetStatements, pace: WorkPacer): Promise<Finding[]> {
  const found: Finding[] = []
  await forEachPaced(said.clustered.clusters, pace, (one) => {
    if (
      one.voices.length < 2 ||
      one.lead.trouble === 2 ||
      isTemplateText(one) ||
      said.disputed.has(one) ||
      readClaim(one.lead.text).event
    )
      return
    const [apart, general] = [said.countApart(one.voices), said.generality(one)]
    if (apart < 2 || general === 0) return
    const worth =
      0.45 +
      0.13 * Math.min(4, apart - 2) +
      0.25 * (general - 0.5) +
      (isAcrossCategories(one) ? 0.08 : 0) -
      0.2 * (1 - wordingOf(one.lead.text)) -
      (isSelfContained(one.lead.text) ? 0 : 0.15) -
      (isSentence(one.lead.text) ? 0 : 0.15)
    found.push(sharedPatternFinding(one, attribute(one.voices, "agree", one.lead.text), worth))
  })
  return mostUsefulFindings(found)
}

export function sharedPatternFinding(one: Cluster, text: string, worth: number): Finding {
  const entries = entriesOf(one)
  return {
    kind: "shared-pattern",
    text,
    confidence: roundShare(0.45 + 0.1 * Math.min(4, one.voices.length - 1) + 0.15 * one.likeness - 0.05),
    citations: entries.slice(0, MOST_CITED).map(({ id }) => id),
    promote: promotionTargetOf(one),
    worth,
    about: new Set(entries.map(({ id }) => id)),
    from: one.voices[0]?.key ?? "",
  }
}

/** Minimum number of sources that have a statement on the same line if it is from a template. */
const TEMPLATED = 5
export const isTemplateText = ({ lead: { entries, voices } }: Cluster): boolean =>
  voices.length >= TEMPLATED && new Set(entries.map(({ line }) => line)).size === 1

/** True for sources of several categories or projects. */
export const isAcrossCategories = ({ voices }: Cluster): boolean =>
  new Set(voices.map(({ project, category }) => `${project}\n${category ?? ""}`)).size > 1
