import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/synthesis"
import { ownValue } from "@/lib/memory/text/own-value"
import { conceptOf } from "@/lib/memory/lexicon/software"
import { stemOf } from "@/lib/memory/text/stems"
import { PREDECESSORS } from "@/lib/memory/agents/categories"
import { type Cluster, entriesOf } from "./clusters"
import { findContradictions, isTemplateText, sharedPatternFinding } from "./agreements-and-contradictions"
import {
  type Finding,
  roundShare,
  mostUsefulFindings,
  capitalizeThe,
  joinNames,
  namesOfSources,
  quoteStatement,
} from "./findings"
import { forEachPaced, type WorkPacer } from "./work-slices"
import type { FleetStatements } from "./fleet-statements"
import { isSelfContained } from "./worth-sharing"

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
      text: `According to ${who}: ${quoteStatement(one.lead.text)}.`,
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

/** The field of work of an agent, derived from its name and category. */
interface Field {
  readonly project: string | null
  /** True for an entry of the agent's own memory. */
  isOwn(entry: CoachEntry): boolean
  /** Returns how relevant an entry is for the agent, 0–1, by its source and its words. */
  nearness(entry: CoachEntry): number
}

/** Words about the work of an agent, by a word in the agent's name. */
const WORKS_ON: Readonly<Record<string, string>> = {
  tester: "test tests fixture mock stub flaky coverage suite",
  sdet: "test tests fixture flaky coverage suite",
  qa: "test tests regression flaky coverage bug",
  integrator: "test integration contract",
  reviewer: "review pull-request diff comment finding",
  architect: "architecture module boundary layer design interface decision",
  designer: "design layout color accessibility component",
  planner: "plan estimate task milestone scope",
  developer: "code build function module",
  engineer: "code build function module",
  implementer: "code build function module",
  frontend: "component css browser page hydration render",
  backend: "api database query endpoint migration",
  ui: "component css layout page",
  ux: "text wording label user page",
  writer: "wording text docs label",
  doc: "docs readme changelog",
  docs: "docs readme changelog",
  security: "secret injection auth credential vulnerability permission",
  performance: "slow latency cache memory benchmark",
  release: "release deploy version changelog rollback",
  deploy: "deploy release rollback",
  devops: "deploy ci pipeline docker release",
  infra: "deploy ci docker terraform cluster",
  database: "migration schema query index postgres",
  data: "migration schema query database",
  researcher: "source library documentation version",
  verifier: "check verify assert evidence",
  challenger: "assumption failure edge case limit",
  analyst: "impact dependency measure",
  monitor: "alert log metric timeout",
  incident: "incident outage alert timeline",
  captain: "release deploy version rollback",
  auditor: "check compliance rule",
  product: "user requirement scope priority",
  localization: "language translation locale label",
  accessibility: "contrast keyboard screen label",
}

/** Returns the field of work of an agent. */
function relatedFieldOf(agent: NonNullable<CoachMaterial["agent"]>): Field {
  const words = wordsOf(agent.name)
  const { category } = agent
  const field = ideasOf([
    ...words,
    ...(category === null ? [] : wordsOf(category)),
    ...words.flatMap((word) => wordsOf(ownValue(WORKS_ON, word) ?? "")),
  ])
  const predecessors = ownValue(PREDECESSORS, agent.name) ?? []
  const names = new Set(words)
  return {
    project: agent.project,
    isOwn: ({ agent: name, project }) =>
      name === agent.name && (agent.project === null || project === agent.project),
    nearness(entry) {
      const isHere = agent.project === null || entry.project === agent.project
      const source = sourceNearness(entry, { agent, predecessors, names })
      const shared = sharedWith(field, `${entry.section ?? ""} ${entry.text.slice(0, 400)}`)
      return Math.min(1, source * (isHere ? 1 : 0.75) + Math.min(0.4, 0.2 * shared))
    },
  }
}

/** Returns how relevant the source of an entry is for an agent, 0–1. `names`: words of the agent's name. */
function sourceNearness(
  { agent: name, category: own }: CoachEntry,
  {
    agent: { name: self, category },
    predecessors,
    names,
  }: {
    readonly agent: NonNullable<CoachMaterial["agent"]>
    readonly predecessors: readonly string[]
    readonly names: ReadonlySet<string>
  },
): number {
  if (name === self) return 1
  if (name !== null && predecessors.includes(name)) return 0.95
  if (own !== null && own === category) return 0.75
  if (name !== null && wordsOf(name).some((word) => names.has(word))) return 0.6
  if (name === null && own === null) return 0.45
  return category === null ? 0.3 : 0.2
}

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

const ideasOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => conceptOf(stemOf(word))))

function sharedWith(field: ReadonlySet<string>, text: string): number {
  let shared = 0
  for (const idea of ideasOf(wordsOf(text))) if (field.has(idea)) shared += 1
  return shared
}
