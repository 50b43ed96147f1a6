import { readClaim } from "@/lib/memory/similarity/contradictable-statement"
import { type Cluster, entriesOf, wordingOf } from "./clusters"
import { type Finding, roundShare, mostUsefulFindings } from "./finding"
import { forEachPaced, type WorkPacer } from "./work-slices"
import { promotionTargetOf, type FleetStatements } from "./fleet-statements"
import { isSentence, isSelfContained } from "./worth-sharing"
import { attribute } from "./wording"

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
