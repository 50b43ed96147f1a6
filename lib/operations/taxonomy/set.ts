import { z } from "zod"
import { placedAgents, saveCategory } from "@/lib/db/agents/taxonomy"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { editCategory, whyNotBeside } from "@/lib/memory/agents/taxonomy-edit"
import type { TaxonomyCategory } from "@/lib/memory/agents/taxonomy-placing"
import { operation } from "../operation"
import { changeTaxonomy } from "./change"
import { categoryFields, categorySlug, categoryView, versionOf, viewOfCategory } from "./taxonomy-outputs"

const { name, writePolicy, coordinator, sharing, members, rules } = categoryFields

export const setCategory = operation({
  name: "taxonomy.set",
  summary:
    "Create or change a category: name, coordinator, write mode, sharing, members and rules. Omitted fields stay. No agent is reassigned.",
  method: "PUT",
  path: "/taxonomy/categories/{category}",
  right: "curate",
  version: { of: "version", base: "base" },
  example: { team: "main", category: "testing", rules: ["*-tester"] },
  input: z.object({
    team: z.string(),
    category: categorySlug.describe(
      "The category's slug. It stays when the name changes, because paths of memory files contain it",
    ),
    name: name.optional(),
    writePolicy: writePolicy.optional(),
    coordinator: coordinator.optional(),
    sharing: sharing.optional(),
    members: members.optional(),
    rules: rules.optional(),
    base: z
      .string()
      .max(100)
      .optional()
      .describe(
        'The version that you read, so that other edits are not overwritten. "none": create the category, and leave an existing one unchanged',
      ),
  }),
  output: categoryView,
  run: (actor, { team: asked, category: slug, base, ...edit }) =>
    changeTaxonomy<z.output<typeof categoryView>>(
      actor,
      asked,
      (value) => ({
        kind: "taxonomy.set",
        subject: value.name,
        detail: { category: slug, ...detailOf(edit) },
      }),
      async ({ team, tx, taxonomy }) => {
        const there = taxonomy.find((one) => one.slug === slug)
        const next = editCategory(there ?? emptyCategory(slug, edit.name), edit)
        const agents = await placedAgents(team.id, null, tx)
        if (base === NONE && there?.standing)
          return refused(
            "conflict",
            `name: ${there.name} already has the slug ${slug}: choose another name, or edit ${there.name}`,
          )
        if (base !== undefined && base !== NONE && (there === undefined || versionOf(there) !== base))
          return refused(
            "stale",
            `${there?.name ?? slug} was ${there ? "edited" : "deleted"} by somebody else meanwhile: look at it again`,
            there && { current: viewOfCategory(there, agents) },
          )
        const why = whyNotBeside(next, taxonomy)
        if (why !== null) return refused("conflict", why)
        const elsewhere =
          next.coordinator === null || next.coordinator === there?.coordinator
            ? undefined
            : agents.find(
                (one) => one.name === next.coordinator && one.category !== null && one.category !== slug,
              )
        if (elsewhere)
          return refused(
            "conflict",
            `coordinator: ${elsewhere.name} belongs to ${taxonomy.find((one) => one.slug === elsewhere.category)?.name ?? elsewhere.category} in ${elsewhere.project}: assign it here first`,
          )
        await saveCategory(tx, team.id, next)
        return done(viewOfCategory(next, agents))
      },
    ),
})

/** The version of what there is not. */
const NONE = "none"

/** Named as its slug reads, where nobody names it. */
function emptyCategory(slug: string, called: string | undefined): TaxonomyCategory {
  return {
    slug,
    name: called ?? slug.replaceAll("-", " ").replace(/^./, (letter) => letter.toUpperCase()),
    agents: [],
    coordinator: null,
    writePolicy: "coordinated",
    sharing: "high",
    rules: [],
    standing: false,
  }
}

/** Which of it was said; of the lists, how long they are. */
function detailOf({
  members: names,
  rules: patterns,
  ...said
}: {
  members?: readonly string[] | undefined
  rules?: readonly string[] | undefined
  name?: string | undefined
  writePolicy?: string | undefined
  coordinator?: string | null | undefined
  sharing?: string | undefined
}) {
  return JSON.parse(JSON.stringify({ ...said, members: names?.length, rules: patterns })) as Record<
    string,
    string | number | string[] | null
  >
}
