import { z } from "zod"
import { ensureCategories } from "@/lib/db/teams/places"
import {
  filesElsewhere,
  type PlacedAgent,
  placeAgents,
  placedAgents,
  saveCategory,
} from "@/lib/db/agents/taxonomy"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { listingOf, moveName } from "@/lib/memory/agents/taxonomy-edit"
import { operation } from "../operation"
import { movingAgents } from "./change"
import { agentName, type Placements, placements } from "./taxonomy-outputs"

/** Agents at once: as many as one selects. */
const MOST = 500

export const placeInCategory = operation({
  name: "taxonomy.place",
  summary:
    "Assign agents to a category, or to none. Imports do not change this. Without a project, the name itself is assigned: all agents with it, now and later. Memory files are not moved.",
  method: "POST",
  path: "/taxonomy/placements",
  right: "curate",
  example: { team: "main", agents: [{ name: "smoke-tester" }], category: "testing" },
  input: z.object({
    team: z.string(),
    agents: z
      .array(
        z.object({
          name: agentName,
          project: z.string().max(100).optional().describe("Slug. Default: all agents with this name"),
        }),
      )
      .min(1, "choose at least one agent")
      .max(MOST, `at most ${MOST} agents at once`),
    category: z.string().max(100).nullable().describe("Slug. Null: none"),
  }),
  output: z.object({
    ...placements,
    files: z.int().describe("Their memory files in another category's folder, which stay there"),
  }),
  run: (actor, { team: asked, agents: wanted, category }) =>
    movingAgents<Placements & { files: number }>(
      actor,
      asked,
      ({ placed, names }) => ({
        kind: "taxonomy.place",
        subject: subjectOf([...placed, ...names]),
        detail: { agents: placed.length, names: names.length, category },
      }),
      async ({ team, tx, taxonomy }) => {
        if (category !== null && !taxonomy.some((one) => one.slug === category))
          return refused(
            "not-found",
            `category: category not found in this team: ${category}. Categories: ${taxonomy.map((one) => one.slug).join(", ")}`,
          )
        const agents = await placedAgents(team.id, null, tx)
        const stranger = wanted.find(
          ({ name, project }) =>
            project !== undefined && !agents.some((one) => one.name === name && one.project === project),
        )
        if (stranger)
          return refused("not-found", `agents: agent not found in ${stranger.project}: ${stranger.name}`)
        if (category !== null) await ensureCategories(tx, team.id, [category])
        const meant = agents.filter((one) =>
          wanted.some(
            ({ name, project }) => name === one.name && (project === undefined || project === one.project),
          ),
        )
        const moved = meant.filter((one) => one.category !== category || !one.byHand)
        await placeAgents(
          tx,
          team.id,
          moved.map((one) => one.id),
          { category, byHand: true },
        )

        let now = await taxonomyOf(team.id, tx)
        const names: Placements["names"] = []
        for (const name of new Set(wanted.flatMap((one) => (one.project === undefined ? [one.name] : [])))) {
          const listing = listingOf(now, name)
          const changed = moveName(now, name, category)
          if (changed.length === 0) continue
          for (const one of changed) await saveCategory(tx, team.id, one)
          names.push({
            name,
            from: listing?.slug ?? null,
            to: category,
            coordinated: listing?.coordinator === name,
          })
          now = await taxonomyOf(team.id, tx)
        }
        return done({
          placed: moved.map((one) => placementOf(one, category)),
          names,
          files: await filesElsewhere(
            tx,
            team.id,
            moved.map((one) => one.id),
          ),
        })
      },
    ),
})

export const placementOf = (
  { name, project, category: from, byHand }: PlacedAgent,
  to: string | null,
): Placements["placed"][number] => ({ name, project, from, to, byHand })

/** As the log says it: a few names, or how many. */
export function subjectOf(moved: readonly { readonly name: string }[]): string {
  const names = [...new Set(moved.map(({ name }) => name))]
  return names.length > 0 && names.length <= 3 ? names.join(", ") : `${names.length} agents`
}
