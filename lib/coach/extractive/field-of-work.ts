import { ownValue } from "@/lib/memory/text/own-value"
import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import { conceptOf } from "@/lib/memory/lexicon/software"
import { stemOf } from "@/lib/memory/text/stems"
import { PREDECESSORS } from "@/lib/memory/agents/default-categories"

/** The field of work of an agent, derived from its name and category. */
export interface Field {
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
export function relatedFieldOf(agent: NonNullable<CoachMaterial["agent"]>): Field {
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
