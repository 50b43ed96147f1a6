import { visibilityOf } from "@/lib/memory/teams/visibility"
import { ownValue } from "@/lib/memory/text/own-value"
import { z } from "zod"
import { taxonomyOf } from "@/lib/db/agents/categories"
import {
  type AgentWithoutMemory,
  agentsWithoutMemory,
  type SeedMemory,
  seedMemories,
  definitionsOf,
} from "@/lib/db/seed/agents"
import { openSeeding } from "@/lib/db/seed/open-plans"
import { freshStarts } from "@/lib/db/seed/plans"
import { joinNames } from "@/lib/memory/text/sentence"
import type { FormatId } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/aggregates"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { type PredecessorCandidate, proposePredecessors } from "@/lib/memory/seed/predecessors"
import { categoryOfName, type TaxonomyCategory } from "@/lib/memory/agents/categories"
import { operation } from "../operation"
import { projectOf, inTeam } from "../teams/team-and-project"
import { proposalPlace } from "../proposals/proposal-place"
import { bestMemoryFile, mayNameAgent, noAgentName } from "../proposals/target"
import { whyNoCategory } from "./target"
import { coldAgent, freshAgent, otherMemory, predecessor } from "./seed-outputs"

/** Maximum number of predecessors proposed for one agent, so that a person can compare them. */
const MOST_PREDECESSORS = 8
const MOST_MEMORIES = 1_000

export const listAgentsWithoutMemory = operation({
  name: "seed.cold",
  summary: "List cold agents with suggested predecessors, and agents that start with empty memory.",
  method: "GET",
  path: "/seed/cold",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: z.object({ agents: z.array(coldAgent), fresh: z.array(freshAgent) }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const project = await projectOf(actor, team.id, input.project)
      if (!project.ok) return project
      const only = project.value?.id ?? null
      const [cold, memories, fresh, open, taxonomy] = await Promise.all([
        agentsWithoutMemory(visibilityOf(actor, team.id, only)),
        seedMemories(visibilityOf(actor, team.id)),
        freshStarts(visibilityOf(actor, team.id), only === null ? null : [only]),
        openSeeding(visibilityOf(actor, team.id, only)),
        taxonomyOf(visibilityOf(actor, team.id)),
      ])
      const waiting = open.filter(({ state }) => state === "waiting")
      const handing = handingOn(memories, taxonomy)
      const began = new Set(fresh.map((row) => `${row.projectId} ${row.agentName}`))
      const agents = cold
        .filter((one) => !began.has(`${one.projectId} ${one.name}`))
        .map((one) => {
          const category = one.category ?? categoryOfName(taxonomy, one.name)?.slug ?? null
          const predecessors = predecessorsOf({ ...one, category }, handing, taxonomy)
          const plan = waiting.find(
            (row) =>
              row.projectId === one.projectId &&
              (row.agentName === one.name || (row.agentName === null && row.roles.includes(one.name))),
          )
          return {
            name: one.name,
            project: { slug: one.project, name: one.projectName },
            category,
            coordinator: taxonomy.some(({ coordinator }) => coordinator === one.name),
            why: whyCold(one, category, memories),
            predecessors,
            plan: plan?.id ?? null,
          }
        })
      return done({
        agents,
        fresh: fresh.map((row) => ({
          name: row.agentName,
          project: { slug: row.projectSlug, name: row.projectName },
          plan: row.id,
          by: row.decidedBy ?? row.authorName,
          at: (row.decidedAt ?? row.createdAt).toISOString(),
          reason: row.reason,
        })),
      })
    }),
})

export const listPredecessors = operation({
  name: "seed.predecessors",
  summary:
    "List suggested predecessors for an agent, best first and with reasons, along with all other memory that you can choose.",
  method: "GET",
  path: "/seed/predecessors",
  right: "read",
  example: { team: "platform", project: "ledger", agent: "risk-architect" },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    agent: z.string().min(1).max(200),
    category: z.string().max(200).optional(),
  }),
  output: z.object({
    category: z.string().nullable(),
    predecessors: z.array(predecessor),
    files: z.array(otherMemory),
  }),
  async run(actor, { agent, category: asked, ...named }) {
    const place = await proposalPlace(actor, named, "read")
    if (!place.ok) return place
    const { team, project } = place.value
    const [memories, taxonomy, definitions] = await Promise.all([
      seedMemories(visibilityOf(actor, team.id)),
      taxonomyOf(visibilityOf(actor, team.id)),
      definitionsOf(visibilityOf(actor, team.id), project.id, [agent]),
    ])
    if (!mayNameAgent(agent)) return refused("invalid", noAgentName(agent))
    const unknown = whyNoCategory(taxonomy, asked, team)
    if (unknown !== null) return refused("not-found", unknown)
    const category =
      asked ??
      memories.find((one) => one.agent === agent && one.projectId === project.id)?.agentCategory ??
      categoryOfName(taxonomy, agent)?.slug ??
      null
    const predecessors = predecessorsOf(
      { name: agent, project: project.slug, category, definition: ownValue(definitions, agent) ?? null },
      handingOn(memories, taxonomy),
      taxonomy,
    )
    const own = (one: SeedMemory) => one.agent === agent && one.projectId === project.id
    const files = memories
      .filter((one) => !own(one))
      .toSorted((a, b) => Number(b.projectId === project.id) - Number(a.projectId === project.id))
      .slice(0, MOST_MEMORIES)
    return done({
      category,
      predecessors,
      files: files.map((one) => ({
        file: one.file,
        path: one.path,
        agent: one.agent,
        category: one.category,
        project: one.project,
        entries: one.entries,
      })),
    })
  },
})

interface Handing {
  /** Best memory file of each agent, by project and agent. */
  readonly best: ReadonlyMap<string, SeedMemory>
  readonly agents: readonly PredecessorCandidate[]
}

/**
 * Returns the agents with a memory that others can be seeded from, and their best files. The result does not
 * depend on the agent to seed.
 */
function handingOn(memories: readonly SeedMemory[], taxonomy: readonly TaxonomyCategory[]): Handing {
  const byAgent = groupBy(
    memories.filter((one) => one.agent !== null),
    (one) => `${one.project} ${one.agent}`,
  )
  const best = new Map(
    [...byAgent].flatMap(([key, files]) => {
      const found = bestMemoryFile(
        files.map((one) => ({ ...one, id: one.file, format: one.format as FormatId, scope: "project" })),
      )
      const file = files.find((one) => one.file === found?.id)
      return file ? [[key, file] as const] : []
    }),
  )
  const agents = [...best.values()].map((one) => ({
    name: one.agent ?? "",
    project: one.project,
    category: one.agentCategory ?? categoryOfName(taxonomy, one.agent ?? "")?.slug ?? NONE,
    entries: one.entries,
    definition: one.definition,
  }))
  return { best, agents }
}

/** Category of an agent without a category. Prevents another lookup. */
const NONE = ""

/**
 * Returns possible predecessors of an agent with their best memory files: pairs named in documents, agents
 * with the same name, agents of the same category, and agents with a similar definition.
 */
function predecessorsOf(
  agent: {
    readonly name: string
    readonly project: string
    readonly category: string | null
    readonly definition: string | null
  },
  { best, agents }: Handing,
  taxonomy: readonly TaxonomyCategory[],
) {
  return proposePredecessors({
    agent: agent.name,
    project: agent.project,
    category: agent.category,
    agents,
    definition: agent.definition,
    taxonomy,
  })
    .slice(0, MOST_PREDECESSORS)
    .flatMap(({ name, ...more }) => {
      const file = best.get(`${more.project} ${name}`)
      return file ? [{ ...more, agent: name, entries: file.entries, file: file.file, path: file.path }] : []
    })
}

function whyCold(one: AgentWithoutMemory, category: string | null, memories: readonly SeedMemory[]): string {
  const mates = [
    ...new Set(
      memories
        .filter(
          (memory) =>
            category !== null &&
            memory.agentCategory === category &&
            memory.projectId === one.projectId &&
            memory.agent !== null &&
            memory.agent !== one.name,
        )
        .map(({ agent }) => agent ?? ""),
    ),
  ]
  if (category === null) return "No memory yet, and no category."
  return mates.length === 0
    ? `No memory yet. No other agent in ${category} has memory.`
    : `No memory yet. In ${category}, ${joinNames(mates)} ${mates.length === 1 ? "has" : "have"} memory.`
}

export const countSeeding = operation({
  name: "seed.count",
  summary: "Count cold agents without a plan, and pending seed plans.",
  method: "GET",
  path: "/seed/count",
  right: "read",
  input: z.object({ team: z.string(), project: z.string().optional() }),
  output: z.object({
    /** Number of agents whose initial memory is not decided yet. */
    cold: z.number(),
    plans: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "read", input.team, async (team) => {
      const project = await projectOf(actor, team.id, input.project)
      if (!project.ok) return project
      const only = project.value?.id ?? null
      const [cold, open] = await Promise.all([
        agentsWithoutMemory(visibilityOf(actor, team.id, only)),
        openSeeding(visibilityOf(actor, team.id, only)),
      ])
      const said = new Set(
        open.flatMap((one) =>
          (one.agentName === null ? one.roles : [one.agentName]).map((name) => `${one.projectId} ${name}`),
        ),
      )
      return done({
        cold: cold.filter((one) => !said.has(`${one.projectId} ${one.name}`)).length,
        plans: open.filter(({ state }) => state === "waiting").length,
      })
    }),
})
