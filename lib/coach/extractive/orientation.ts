import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import { type Cluster, entriesOf } from "./clusters"
import { findContradictions } from "./contradictions"
import { type Field, relatedFieldOf } from "./field-of-work"
import { type Finding, roundShare, mostUsefulFindings } from "./finding"
import { forEachPaced, type WorkPacer } from "./work-slices"
import type { FleetStatements } from "./fleet-statements"
import { isTemplateText, sharedPatternFinding } from "./shared-patterns"
import { isSelfContained } from "./worth-sharing"
import { capitalizeThe, joinNames, namesOfSources, quoteStatement } from "./wording"

/** Lowest relevance of a statement for the agent's field, 0–1. */
const NEAR = 0.5
/**
 * Minimum number of relevant findings. If there are fewer, the best other findings of the project are added.
 */
const FEW = 8
const OPEN =
  /\b(?:open (?:threads?|questions?|points?|items?|issues?)|to ?dos?|unresolved|undecided|follow[ -]?ups?|next steps?|pending|blockers?)\b/i

/**
 * Returns findings for an agent that starts: statements from other memories that its own memory does not
 * have.
 */
export async function findOrientation(
  said: FleetStatements,
  agent: NonNullable<CoachMaterial["agent"]>,
  pace: WorkPacer,
): Promise<Finding[]> {
  const field = relatedFieldOf(agent)
  const entries = new Map(said.material.entries.map((entry) => [entry.id, entry]))
  const entryOf = (id: string) => entries.get(id) as CoachEntry
  const nearOf = ({ citations }: Finding) =>
    Math.max(0, ...citations.map((id) => field.nearness(entryOf(id))))
  const [found, far] = [[] as Finding[], [] as Finding[]]
  await forEachPaced(said.clustered.clusters, pace, (one) => {
    const own = entriesOf(one)
    if (own.some(field.isOwn) || !isTellable(one, said)) return
    const near = Math.max(...own.map(field.nearness))
    const isShared = one.voices.length > 1 && said.countApart(one.voices) > 1
    const isHere = isOfPlace(own, field)
    const isRelevant = near >= NEAR || (isShared && isHere)
    if (isRelevant || isHere)
      (isRelevant ? found : far).push(...knownFinding(one, { own, near, isShared, said }))
  })
  const disputes = findContradictions(said)
    .filter((one) => nearOf(one) >= NEAR && !one.citations.every((id) => field.isOwn(entryOf(id))))
    .map((one): Finding => ({
      ...one,
      text: `Unresolved: ask before you rely on either entry. ${one.text}`,
      promote: null,
      worth: one.worth * (0.6 + 0.4 * nearOf(one)),
    }))
  const near = [...mostUsefulFindings(found), ...mostUsefulFindings(disputes)]
  return [...near, ...mostUsefulFindings(far).slice(0, Math.max(0, FEW - near.length))]
}

/**
 * True for a general statement without open contradictions that can be understood alone and is not from a
 * template.
 */
const isTellable = (one: Cluster, said: FleetStatements): boolean =>
  said.generality(one) !== 0 &&
  !said.disputed.has(one) &&
  !isTemplateText(one) &&
  isSelfContained(one.lead.text)

/** True if at least one entry applies to the agent's project. */
const isOfPlace = (entries: readonly CoachEntry[], { project }: Field): boolean =>
  project === null ||
  entries.some((entry) => entry.project === project || entry.scope === "team" || entry.scope === "global")

interface KnownStatement {
  readonly own: readonly CoachEntry[]
  /** Relevance for the agent, 0–1. */
  readonly near: number
  /** True if several independent sources have the statement. */
  readonly isShared: boolean
  readonly said: FleetStatements
}

/** Returns a list with a finding about a statement. Empty if the statement is too specific. */
function knownFinding(one: Cluster, { own, near, isShared, said }: KnownStatement): Finding[] {
  const general = said.generality(one)
  const [first] = own
  const open = own.some(({ section }) => section !== null && OPEN.test(section))
  if (first === undefined || (!isShared && !open && general < 0.45)) return []
  const who = joinNames(namesOfSources(one.voices))
  const worth =
    0.3 +
    0.35 * near +
    0.3 * (general - 0.5) +
    (isShared ? 0.08 * Math.min(4, said.countApart(one.voices) - 1) : 0)
  if (open)
    return [
      {
        ...claimOf(one, own, worth - 0.05),
        kind: "observation",
        text: `Still open, according to ${who}: ${quoteStatement(one.lead.text)}.`,
      },
    ]
  if (one.lead.trouble === 2)
    return [
      {
        ...claimOf(one, own, worth + 0.03),
        kind: "risk",
        text: `Watch out: ${quoteStatement(one.lead.text)} (${who}).`,
      },
    ]
  if (isShared)
    return [
      {
        ...sharedPatternFinding(
          one,
          `${capitalizeThe(who)} ${one.voices.length > 2 ? "all" : "both"} agree: ${quoteStatement(one.lead.text)}.`,
          worth,
        ),
        promote: null,
      },
    ]
  return [
    {
      ...claimOf(one, own, worth),
      kind: "gap",
      text: `${capitalizeThe(who)} ${one.voices[0]?.agent === null ? "says" : "knows"}: ${quoteStatement(one.lead.text)}.`,
    },
  ]
}

const claimOf = (
  one: Cluster,
  own: readonly CoachEntry[],
  worth: number,
): Omit<Finding, "kind" | "text"> => ({
  confidence: roundShare(0.4 + 0.3 * worth + 0.05 * Math.min(4, one.voices.length - 1)),
  citations: own.slice(0, 8).map(({ id }) => id),
  promote: null,
  worth,
  about: new Set(own.map(({ id }) => id)),
  from: one.voices[0]?.key ?? "",
})
