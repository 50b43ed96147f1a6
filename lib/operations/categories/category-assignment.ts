import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { ensureCategories } from "@/lib/db/teams/projects-and-agents"
import {
  countFilesOfOtherCategories,
  type PlacedAgent,
  placeAgents,
  placedAgents,
  saveCategory,
  taxonomyOf,
} from "@/lib/db/agents/categories"
import { done, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { listingOf, moveName, type TaxonomyCategory, categoryOfName } from "@/lib/memory/agents/categories"
import type { Tx } from "@/lib/db/infra/commit"
import { groupBy } from "@/lib/memory/text/aggregates"
import { operation } from "../operation"
import { movingAgents, taxonomyAgentName, type Placements, placements } from "./taxonomy"

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

const placementOf = (
  { name, project, category: from, byHand }: PlacedAgent,
  to: string | null,
): Placements["placed"][number] => ({ name, project, from, to, byHand })

/** Returns the subject of the audit event: up to three names, or the number of agents. */
function placementSubject(moved: readonly { readonly name: string }[]): string {
  const names = [...new Set(moved.map(({ name }) => name))]
  return names.length > 0 && names.length <= 3 ? names.join(", ") : `${names.length} agents`
}

export const applyTaxonomy = operation({
  name: "taxonomy.apply",
  summary:
    "Assign agents without a category to categories, based on member lists, rules and default categories. Agents that a person explicitly left without a category stay unassigned.",
  method: "POST",
  path: "/taxonomy/apply",
  right: "curate",
  input: z.object({ team: z.string() }),
  output: z.object(placements),
  run: (actor, { team: asked }) =>
    movingAgents<Placements>(
      actor,
      asked,
      ({ placed }) => ({
        kind: "taxonomy.apply",
        subject: placementSubject(placed),
        detail: { agents: placed.length },
      }),
      async ({ team, tx, taxonomy }) => {
        const found = (await placedAgents(visibilityOf(actor, team.id), tx))
          .filter((one) => one.category === null && !one.byHand)
          .map((agent) => ({ agent, slug: categoryOfName(taxonomy, agent.name)?.slug ?? null }))
        const slugs = [...new Set(found.flatMap(({ slug }) => slug ?? []))]
        await ensureCategories(tx, team.id, slugs)
        for (const category of slugs)
          await placeAgents(
            tx,
            team.id,
            found.filter(({ slug }) => slug === category).map(({ agent }) => agent.id),
            { category, byHand: false },
          )
        return done({
          placed: found.flatMap(({ agent, slug }) => (slug === null ? [] : [placementOf(agent, slug)])),
          names: [],
        })
      },
    ),
})

export const undoPlacement = operation({
  name: "taxonomy.undo",
  summary: "Undo an assignment. Agents and names that have since been reassigned are not restored.",
  method: "POST",
  path: "/taxonomy/placements/undo",
  right: "curate",
  example: {
    team: "main",
    placed: [{ name: "smoke-tester", project: "ledger", from: null, to: "testing", byHand: false }],
    names: [],
  },
  input: z.object({ team: z.string(), ...placements }),
  output: z.object({
    back: z.int().describe("Number of restored agents and names"),
    left: z.array(z.string()).describe("Names that have since been reassigned"),
  }),
  run: (actor, { team: asked, placed, names }) =>
    movingAgents<{ back: number; left: string[] }>(
      actor,
      asked,
      ({ back }) => ({
        kind: "taxonomy.undo",
        subject: back === 1 ? ([...placed, ...names][0]?.name ?? "") : `${back} agents`,
        detail: { agents: back },
      }),
      async ({ team, tx, taxonomy }) => {
        const known = new Set(taxonomy.map((one) => one.slug))
        const agents = new Map(
          (await placedAgents(visibilityOf(actor, team.id), tx)).map((one) => [
            `${one.project}/${one.name}`,
            one,
          ]),
        )
        const hasFormer = ({ from }: { from: string | null }) => from === null || known.has(from)
        const back = placed.filter(
          (one) => hasFormer(one) && agents.get(`${one.project}/${one.name}`)?.category === one.to,
        )
        await placeBack(tx, team.id, back, agents)
        const listed = await listBack(tx, visibilityOf(actor, team.id), names.filter(hasFormer))
        const left = [
          ...placed.filter((one) => !back.includes(one)),
          ...names.filter((one) => !listed.includes(one)),
        ]
        return done({
          back: back.length + listed.filter((one) => !back.some(({ name }) => name === one.name)).length,
          left: [...new Set(left.map(({ name }) => name))],
        })
      },
    ),
})

/** Assigns agents to their former categories. */
async function placeBack(
  tx: Tx,
  teamId: string,
  placed: Placements["placed"],
  agents: ReadonlyMap<string, PlacedAgent>,
): Promise<void> {
  await ensureCategories(
    tx,
    teamId,
    placed.flatMap(({ from }) => from ?? []),
  )
  for (const group of groupBy(placed, ({ from, byHand }) => JSON.stringify([from, byHand])).values()) {
    const [first] = group
    if (first)
      await placeAgents(
        tx,
        teamId,
        group.flatMap((one) => agents.get(`${one.project}/${one.name}`)?.id ?? []),
        { category: first.from, byHand: first.byHand },
      )
  }
}

/**
 * Assigns names to their former categories, unless they were reassigned since. Returns the restored names.
 */
async function listBack(
  tx: Tx,
  visible: Visibility,
  names: Placements["names"],
): Promise<Placements["names"]> {
  const listed: Placements["names"] = []
  for (const one of names) {
    const taxonomy = await taxonomyOf(visible, tx)
    if ((listingOf(taxonomy, one.name)?.slug ?? null) !== one.to) continue
    for (const category of moveName(taxonomy, one.name, one.from))
      await saveCategory(
        tx,
        visible.teamId,
        wasCoordinator(one, category) ? coordinatedBy(one.name, category) : category,
      )
    listed.push(one)
  }
  return listed
}

const wasCoordinator = (
  { coordinated, from }: Placements["names"][number],
  { slug, coordinator }: TaxonomyCategory,
): boolean => coordinated && slug === from && coordinator === null

const coordinatedBy = (agent: string, category: TaxonomyCategory): TaxonomyCategory => ({
  ...category,
  agents: category.agents.filter((name) => name !== agent),
  coordinator: agent,
})
