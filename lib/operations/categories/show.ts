import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { type PlacedAgent, placedAgents } from "@/lib/db/agents/category-edits"
import { done } from "@/lib/memory/inputs/outcome"
import { DEFAULT_TAXONOMY } from "@/lib/memory/agents/default-categories"
import { placeOfName, type TaxonomyCategory } from "@/lib/memory/agents/category-of-agent"
import { operation } from "../operation"
import { inTeam } from "../teams/team-of"
import { categoryView, unplacedView, viewOfAgent, viewOfCategory } from "./category-outputs"

export const showTaxonomy = operation({
  name: "taxonomy.show",
  summary:
    "List a team's categories with members, coordinators and rules, and the agents without a category, with suggestions.",
  method: "GET",
  path: "/taxonomy",
  right: "read",
  input: z.object({ team: z.string() }),
  output: z.object({
    categories: z.array(categoryView),
    unplaced: z.array(unplacedView),
    missing: z.int().describe("Number of default categories missing from the team"),
  }),
  run: (actor, { team: asked }) =>
    inTeam(actor, "read", asked, async (team) => {
      const [taxonomy, agents] = await Promise.all([
        taxonomyOf(visibilityOf(actor, team.id)),
        placedAgents(visibilityOf(actor, team.id)),
      ])
      return done({
        categories: taxonomy.map((category) => viewOfCategory(category, agents)),
        unplaced: agents
          .filter((one) => one.category === null)
          .map((one) => ({ ...viewOfAgent(one), suggestion: suggestionFor(taxonomy, one) })),
        missing: DEFAULT_TAXONOMY.filter(
          ({ slug }) => !taxonomy.some((one) => one.slug === slug && one.standing),
        ).length,
      })
    }),
})

function suggestionFor(
  taxonomy: readonly TaxonomyCategory[],
  { name }: PlacedAgent,
): { category: string; why: string } | null {
  const place = placeOfName(taxonomy, name)
  if (!place) return null
  const { category, why, by } = place
  switch (why) {
    case "coordinator":
      return { category: category.slug, why: "coordinator of the category" }
    case "member":
      return { category: category.slug, why: "on the category's member list" }
    case "rule":
      return { category: category.slug, why: `matches the rule ${by}` }
    case "predecessor":
      return { category: category.slug, why: `replaced by ${by}` }
  }
}
