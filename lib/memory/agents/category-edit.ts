import type { CategoryTemplate } from "./default-categories"
import type { TaxonomyCategory } from "./category-of-agent"

/** How much the agents of a category share, by amount. */
export const SHARINGS = [
  "very high",
  "high",
  "low",
  "single agent",
] as const satisfies readonly CategoryTemplate["sharing"][]

/** True for a valid pattern of agents' names. "*" alone would match all. */
export const isRule = (text: string): boolean =>
  /^[\p{L}\p{N}._*?-]+$/u.test(text) && /[\p{L}\p{N}]/u.test(text)

/** Changes to a category. Undefined fields stay. */
export interface CategoryEdit {
  readonly name?: string | undefined
  readonly writePolicy?: TaxonomyCategory["writePolicy"] | undefined
  readonly coordinator?: string | null | undefined
  readonly sharing?: TaxonomyCategory["sharing"] | undefined
  readonly members?: readonly string[] | undefined
  readonly rules?: readonly string[] | undefined
}

/** Returns the category after the edit, without duplicates. Coordinators are not listed as members. */
export function editCategory(category: TaxonomyCategory, edit: CategoryEdit): TaxonomyCategory {
  const coordinator = edit.coordinator === undefined ? category.coordinator : edit.coordinator
  return {
    ...category,
    name: edit.name ?? category.name,
    writePolicy: edit.writePolicy ?? category.writePolicy,
    sharing: edit.sharing ?? category.sharing,
    coordinator,
    agents: [...new Set(edit.members ?? category.agents)].filter((name) => name !== coordinator),
    rules: [...new Set((edit.rules ?? category.rules).map((rule) => rule.toLowerCase()))],
    standing: true,
  }
}

/** Returns why a team cannot have this category beside its others: names, agents and rules must be unique. Null if it can. */
export function whyNotBeside(
  category: TaxonomyCategory,
  taxonomy: readonly TaxonomyCategory[],
): string | null {
  for (const other of taxonomy.filter(({ slug, standing }) => standing && slug !== category.slug)) {
    if (other.name.toLowerCase() === category.name.toLowerCase())
      return `name: the category ${other.name} already exists (${other.slug})`
    if (category.coordinator !== null && other.coordinator === category.coordinator)
      return `coordinator: ${category.coordinator} already coordinates ${other.name}. Choose another coordinator for ${other.name} first`
    if (category.coordinator !== null && other.agents.includes(category.coordinator))
      return `coordinator: ${category.coordinator} is a member of ${other.name}. Move it to this category first`
    const member = category.agents.find((name) => other.agents.includes(name) || other.coordinator === name)
    if (member !== undefined)
      return `members: ${member} ${other.coordinator === member ? "coordinates" : "is a member of"} ${other.name}. Move it to this category, or remove it from ${other.name} first`
    const rule = category.rules.find((one) => other.rules.includes(one))
    if (rule !== undefined) return `rules: ${other.name} already has the rule ${rule}. Remove it there first`
  }
  return null
}

/**
 * The categories that have to be written when a name shall belong to one of them, or to none: it leaves every other list of members, and
 * coordinates nothing that it is no longer in. What the default says of a category that is not made yet is written only where nothing else overrules it.
 */
export function moveName(
  taxonomy: readonly TaxonomyCategory[],
  name: string,
  to: string | null,
): TaxonomyCategory[] {
  return taxonomy.flatMap((category) => {
    const here = category.slug === to
    if (
      here
        ? category.agents.includes(name) || category.coordinator === name
        : !category.agents.includes(name) && category.coordinator !== name
    )
      return []
    if (here) return [{ ...category, agents: [...category.agents, name], standing: true }]
    if (to !== null && !category.standing) return []
    return [
      {
        ...category,
        agents: category.agents.filter((one) => one !== name),
        coordinator: category.coordinator === name ? null : category.coordinator,
        standing: true,
      },
    ]
  })
}

/** The category that says a name belongs to it, without rules: one that the team has goes first. */
export function listingOf(taxonomy: readonly TaxonomyCategory[], name: string): TaxonomyCategory | null {
  const listing = taxonomy.filter(({ agents, coordinator }) => coordinator === name || agents.includes(name))
  return listing.find(({ standing }) => standing) ?? listing[0] ?? null
}
