import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { ensureCategories } from "@/lib/db/teams/projects-and-agents"
import {
  countFilesOfOtherCategories,
  type PlacedAgent,
  placeAgents,
  placedAgents,
  saveCategory,
} from "@/lib/db/agents/category-edits"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { done, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { listingOf, moveName } from "@/lib/memory/agents/category-edit"
import type { TaxonomyCategory } from "@/lib/memory/agents/category-of-agent"
import type { Tx } from "@/lib/db/infra/commit"
import { operation } from "../operation"
import { movingAgents } from "./change"
import { taxonomyAgentName, type Placements, placements } from "./category-outputs"

/** Maximum number of agents per request. */
const MOST = 500

export const placeInCategory = operation({
  name: "taxonomy.place",
  summary:
    "Assign agents to a category, or to none. Imports do not change the assignment. Without a project, the assignment covers all current and future agents with that name. Memory files are not moved.",
  method: "POST",
  path: "/taxonomy/placements",
  right: "curate",
  example: { team: "main", agents: [{ name: "smoke-tester" }], category: "testing" },
  input: z.object({
    team: z.string(),
    agents: z
      .array(
        z.object({
          name: taxonomyAgentName,
          project: z.string().max(100).optional().describe("Slug. Defaults to all agents with this name"),
        }),
      )
      .min(1, "choose at least one agent")
      .max(MOST, `choose at most ${MOST} agents at a time`),
    category: z.string().max(100).nullable().describe("Slug. Null for no category"),
  }),
  output: z.object({
    ...placements,
    files: z
      .int()
      .describe("Number of memory files of these agents that remain in another category's folder"),
  }),
  run: (actor, { team: asked, agents: wanted, category }) =>
    movingAgents<Placements & { files: number }>(
      actor,
      asked,
      ({ placed, names }) => ({
        kind: "taxonomy.place",
        subject: placementSubject([...placed, ...names]),
        detail: { agents: placed.length, names: names.length, category },
      }),
      async ({ team, tx, taxonomy }) => {
        const agents = await placedAgents(visibilityOf(actor, team.id), tx)
        const why = whyNotPlaced(wanted, category, { taxonomy, agents })
        if (why) return why
        if (category !== null) await ensureCategories(tx, team.id, [category])
        const meant = agents.filter((one) => wanted.some((agent) => isMeant(one, agent)))
        const moved = meant.filter((one) => one.category !== category || !one.byHand)
        await placeAgents(
          tx,
          team.id,
          moved.map((one) => one.id),
          { category, byHand: true },
        )
        const everywhere = wanted.flatMap((one) => (one.project === undefined ? [one.name] : []))
        const names = await placeNames(tx, visibilityOf(actor, team.id), new Set(everywhere), category)
        return done({
          placed: moved.map((one) => placementOf(one, category)),
          names,
          files: await countFilesOfOtherCategories(
            tx,
            team.id,
            moved.map((one) => one.id),
          ),
        })
      },
    ),
})

interface AgentReference {
  readonly name: string
  /** Project of the agent. Undefined: all agents of that name. */
  readonly project?: string | undefined
}

const isMeant = (agent: PlacedAgent, { name, project }: AgentReference): boolean =>
  name === agent.name && (project === undefined || project === agent.project)

function whyNotPlaced(
  wanted: readonly AgentReference[],
  category: string | null,
  {
    taxonomy,
    agents,
  }: { readonly taxonomy: readonly TaxonomyCategory[]; readonly agents: readonly PlacedAgent[] },
): Refusal | null {
  if (category !== null && !taxonomy.some((one) => one.slug === category))
    return refused(
      "not-found",
      `category: category not found in this team: ${category}. Categories: ${taxonomy.map((one) => one.slug).join(", ")}`,
    )
  const unknown = wanted.find(
    (agent) => agent.project !== undefined && !agents.some((one) => isMeant(one, agent)),
  )
  return unknown
    ? refused("not-found", `agents: agent not found in ${unknown.project}: ${unknown.name}`)
    : null
}

/** Assigns names to the category, for all agents that have or get them. Returns the names that changed. */
async function placeNames(
  tx: Tx,
  visible: Visibility,
  names: ReadonlySet<string>,
  category: string | null,
): Promise<Placements["names"]> {
  const placed: Placements["names"] = []
  for (const name of names) {
    const taxonomy = await taxonomyOf(visible, tx)
    const listing = listingOf(taxonomy, name)
    const changed = moveName(taxonomy, name, category)
    if (changed.length === 0) continue
    for (const one of changed) await saveCategory(tx, visible.teamId, one)
    placed.push({
      name,
      from: listing?.slug ?? null,
      to: category,
      coordinated: listing?.coordinator === name,
    })
  }
  return placed
}

export const placementOf = (
  { name, project, category: from, byHand }: PlacedAgent,
  to: string | null,
): Placements["placed"][number] => ({ name, project, from, to, byHand })

/** Returns the subject of the audit event: up to three names, or the number of agents. */
export function placementSubject(moved: readonly { readonly name: string }[]): string {
  const names = [...new Set(moved.map(({ name }) => name))]
  return names.length > 0 && names.length <= 3 ? names.join(", ") : `${names.length} agents`
}
