import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { type PlacedAgent, placedAgents, saveCategory } from "@/lib/db/agents/category-edits"
import { done, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { editCategory, whyNotBeside } from "@/lib/memory/agents/category-edit"
import type { TaxonomyCategory } from "@/lib/memory/agents/category-of-agent"
import { operation } from "../operation"
import { changeTaxonomy } from "./change"
import { categoryFields, taxonomySlug, categoryView, versionOf, viewOfCategory } from "./category-outputs"

const { name, writePolicy, coordinator, sharing, members, rules } = categoryFields

export const setCategory = operation({
  name: "taxonomy.set",
  summary:
    "Create or change a category: name, coordinator, write mode, sharing, members and rules. Omitted fields stay unchanged. No agents are reassigned.",
  method: "PUT",
  path: "/taxonomy/categories/{category}",
  right: "curate",
  version: { of: "version", base: "base" },
  example: { team: "main", category: "testing", rules: ["*-tester"] },
  input: z.object({
    team: z.string(),
    category: taxonomySlug.describe(
      "The category's slug. It does not change when the category is renamed, because memory file paths contain it",
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
        'The version you read, so that other edits are not overwritten. "none": create the category, but leave an existing category unchanged',
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
        const existing = taxonomy.find((one) => one.slug === slug)
        const next = editCategory(existing ?? emptyCategory(slug, edit.name), edit)
        const agents = await placedAgents(visibilityOf(actor, team.id), tx)
        const stale = whyStale(slug, base, { existing, agents })
        if (stale) return stale
        const why = whyNotBeside(next, taxonomy)
        if (why !== null) return refused("conflict", why)
        if (next.coordinator !== existing?.coordinator) {
          const taken = whyNotCoordinator(next, { taxonomy, agents })
          if (taken) return taken
        }
        await saveCategory(tx, team.id, next)
        return done(viewOfCategory(next, agents))
      },
    ),
})

/** The base version of a category that does not exist yet. */
const NONE = "none"

function whyStale(
  slug: string,
  base: string | undefined,
  {
    existing,
    agents,
  }: { readonly existing: TaxonomyCategory | undefined; readonly agents: readonly PlacedAgent[] },
): Refusal | null {
  if (base === undefined) return null
  if (base === NONE)
    return existing?.standing
      ? refused(
          "conflict",
          `name: ${existing.name} already has the slug ${slug}. Choose another name, or edit ${existing.name}`,
        )
      : null
  if (existing === undefined)
    return refused("stale", `${slug} was deleted by someone else in the meantime. Reload the categories`)
  return versionOf(existing) === base
    ? null
    : refused("stale", `${existing.name} was edited by someone else in the meantime. Review it again`, {
        current: viewOfCategory(existing, agents),
      })
}

/** Returns a refusal if the coordinator belongs to another category, else null. */
function whyNotCoordinator(
  { slug, coordinator }: TaxonomyCategory,
  {
    taxonomy,
    agents,
  }: { readonly taxonomy: readonly TaxonomyCategory[]; readonly agents: readonly PlacedAgent[] },
): Refusal | null {
  const elsewhere = agents.find(
    (one) => one.name === coordinator && one.category !== null && one.category !== slug,
  )
  if (!elsewhere) return null
  const other = taxonomy.find((one) => one.slug === elsewhere.category)?.name ?? elsewhere.category
  return refused(
    "conflict",
    `coordinator: ${elsewhere.name} belongs to ${other} in ${elsewhere.project}. Assign that agent to this category first`,
  )
}

/** Returns a new category. Its default name is derived from the slug. */
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

/** Returns the changed fields for the audit event, with the number of members instead of their names. */
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
