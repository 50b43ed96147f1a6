import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { allowDefaultCategories, saveCategory } from "@/lib/db/agents/category-edits"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { whyNotBeside } from "@/lib/memory/agents/category-edit"
import { operation } from "../operation"
import { changeTaxonomy } from "./change"

export const makeDefaultCategories = operation({
  name: "taxonomy.default",
  summary:
    "Create the default categories missing from the team, including deleted ones. Member names that the team's own categories already list are left out.",
  method: "POST",
  path: "/taxonomy/default",
  right: "curate",
  input: z.object({ team: z.string() }),
  output: z.object({ made: z.array(z.string()).describe("Slugs") }),
  run: (actor, { team: asked }) =>
    changeTaxonomy<{ made: string[] }>(
      actor,
      asked,
      ({ made }) => ({
        kind: "taxonomy.default",
        subject: made.length === 1 ? "1 category" : `${made.length} categories`,
        detail: { categories: made },
      }),
      async ({ team, tx }) => {
        await allowDefaultCategories(tx, team.id)
        const missing = (await taxonomyOf(visibilityOf(actor, team.id), tx)).filter(
          ({ standing }) => !standing,
        )
        for (const template of missing) {
          const category = { ...template, standing: true }
          const why = whyNotBeside(category, await taxonomyOf(visibilityOf(actor, team.id), tx))
          if (why !== null) return refused("conflict", `${template.slug}: ${why}`)
          await saveCategory(tx, team.id, category)
        }
        return done({ made: missing.map(({ slug }) => slug) })
      },
    ),
})
