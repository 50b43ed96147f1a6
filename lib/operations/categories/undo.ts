import { type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { ensureCategories } from "@/lib/db/teams/projects-and-agents"
import { placeAgents, type PlacedAgent, placedAgents, saveCategory } from "@/lib/db/agents/category-edits"
import { groupBy } from "@/lib/memory/text/group"
import { done } from "@/lib/memory/inputs/outcome"
import { listingOf, moveName } from "@/lib/memory/agents/category-edit"
import type { Tx } from "@/lib/db/infra/commit"
import type { TaxonomyCategory } from "@/lib/memory/agents/category-of-agent"
import { operation } from "../operation"
import { movingAgents } from "./change"
import { placements, type Placements } from "./category-outputs"

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
