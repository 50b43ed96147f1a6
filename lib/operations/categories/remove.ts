import { z } from "zod"
import { dropCategory, contentsOfCategory } from "@/lib/db/agents/category-edits"
import { joinNames } from "@/lib/memory/numbers/format-count"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { changeTaxonomy } from "./change"
import { taxonomySlug } from "./category-outputs"

/** Maximum number of agents that a message names. */
const MOST_NAMED = 3

export const removeCategory = operation({
  name: "taxonomy.remove",
  summary:
    "Delete a category that has no agents, memory files or pending proposals. Imports do not recreate a deleted default category.",
  method: "DELETE",
  path: "/taxonomy/categories/{category}",
  right: "curate",
  input: z.object({ team: z.string(), category: taxonomySlug.describe("The category's slug") }),
  output: z.object({ category: z.string() }),
  run: (actor, { team: asked, category: slug }) =>
    changeTaxonomy(
      actor,
      asked,
      ({ category }: { category: string }) => ({ kind: "taxonomy.remove", subject: category }),
      async ({ team, tx, taxonomy }) => {
        const there = taxonomy.find((one) => one.slug === slug)
        if (!there) return refused("not-found", `category not found in this team: ${slug}`)
        const { agents, files, waiting } = await contentsOfCategory(tx, team.id, slug)
        const held = [
          ...some(agents, "agent"),
          ...some(files, "memory file"),
          ...(waiting === 0 ? [] : [waiting === 1 ? "a pending proposal" : `${waiting} pending proposals`]),
        ]
        if (held.length > 0)
          return refused(
            "conflict",
            `${there.name} is not empty: it contains ${joinNames(held)}. Reassign its agents, migrate its memory and review its proposals first`,
          )
        await dropCategory(tx, team.id, slug)
        return done({ category: slug })
      },
    ),
})

function some(names: readonly string[], noun: string): string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, MOST_NAMED)
  return [
    `${names.length === 1 ? `the ${noun}` : `${names.length} ${noun}s`} (${shown.join(", ")}${names.length > shown.length ? ", …" : ""})`,
  ]
}
