import { ownValue } from "@/lib/memory/text/own-value"
import type { CoachEntry, CoachMaterial } from "@/lib/memory/coach/material"
import { ideaOf } from "@/lib/memory/lexicon/software"
import { stemOf } from "@/lib/memory/text/stems"
import { PREDECESSORS } from "@/lib/memory/agents/taxonomy"

/** What an agent does, as its name and category tell, and how near others' memory is to it. */
export interface Field {
  readonly project: string | null
  isOwn(entry: CoachEntry): boolean
  /** 0–1: how likely an entry is of use to the agent, by who says it and what it speaks of. */
  nearness(entry: CoachEntry): number
}

/** What those who are called so work on, in words that their mates use. */
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

export function fieldOf(agent: NonNullable<CoachMaterial["agent"]>): Field {
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
    nearness({ agent: name, project, category: own, section, text }) {
      const here = agent.project === null || project === agent.project
      const who =
        name === agent.name
          ? 1
          : name !== null && predecessors.includes(name)
            ? 0.95
            : own !== null && own === category
              ? 0.75
              : name !== null && wordsOf(name).some((word) => names.has(word))
                ? 0.6
                : name === null && own === null
                  ? 0.45
                  : category === null
                    ? 0.3
                    : 0.2
      const spoken = sharedWith(field, `${section ?? ""} ${text.slice(0, 400)}`)
      return Math.min(1, who * (here ? 1 : 0.75) + Math.min(0.4, 0.2 * spoken))
    },
  }
}

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)

const ideasOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => ideaOf(stemOf(word))))

function sharedWith(field: ReadonlySet<string>, text: string): number {
  let shared = 0
  for (const idea of ideasOf(wordsOf(text))) if (field.has(idea)) shared += 1
  return shared
}
