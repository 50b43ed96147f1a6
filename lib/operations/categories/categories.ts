import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  type PlacedAgent,
  placedAgents,
  saveCategory,
  dropCategory,
  contentsOfCategory,
  allowDefaultCategories,
  taxonomyOf,
} from "@/lib/db/agents/categories"
import { done, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import {
  editCategory,
  whyNotBeside,
  type TaxonomyCategory,
  placeOfName,
  DEFAULT_TAXONOMY,
} from "@/lib/memory/agents/categories"
import { joinNames } from "@/lib/memory/text/sentence"
import { operation } from "../operation"
import { inTeam } from "../teams/team-and-project"
import {
  changeTaxonomy,
  categoryFields,
  taxonomySlug,
  categoryView,
  versionOf,
  viewOfCategory,
  unplacedView,
  viewOfAgent,
} from "./taxonomy"

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
        'The version you read, so that other edits are not overwritten. "none": create the category only if it does not exist',
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
          ...(waiting === 0 ? [] : [waiting === 1 ? "1 pending proposal" : `${waiting} pending proposals`]),
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
    `${names.length === 1 ? `1 ${noun}` : `${names.length} ${noun}s`} (${shown.join(", ")}${names.length > shown.length ? ", …" : ""})`,
  ]
}

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
