import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { ensureCategories } from "@/lib/db/teams/projects-and-agents"
import { placeAgents, placedAgents } from "@/lib/db/agents/category-edits"
import { done } from "@/lib/memory/inputs/outcome"
import { categoryOfName } from "@/lib/memory/agents/category-of-agent"
import { operation } from "../operation"
import { movingAgents } from "./change"
import { placementOf, placementSubject } from "./category-assignment"
import { type Placements, placements } from "./category-outputs"

export const applyTaxonomy = operation({
  name: "taxonomy.apply",
  summary:
    "Assign agents without a category to categories, based on member lists, rules and default categories. Agents that a person set to no category stay unassigned.",
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
