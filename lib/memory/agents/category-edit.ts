import type { CategoryTemplate, TaxonomyCategory } from "./categories"

/** Degrees of sharing among the agents of a category, highest first. */
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
      return `coordinator: ${category.coordinator} is a member of ${other.name}. Move the agent to this category first`
    const member = category.agents.find((name) => other.agents.includes(name) || other.coordinator === name)
    if (member !== undefined)
      return `members: ${member} ${other.coordinator === member ? "coordinates" : "is a member of"} ${other.name}. First move the agent to this category, or remove the agent from ${other.name}`
    const rule = category.rules.find((one) => other.rules.includes(one))
    if (rule !== undefined)
      return `rules: ${other.name} already has the rule ${rule}. Remove the rule there first`
  }
  return null
}

/**
 * Returns the changed categories if a name moves to the category `to`, or to none. The name leaves the
 * members of all other categories, and no longer coordinates them. A default category that the team has not
 * stored changes only if it gets the name, or if the name moves to none.
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

/**
 * Returns the category that lists a name as coordinator or member, without rules; null if none does. A
 * category that the team has stored takes precedence.
 */
export function listingOf(taxonomy: readonly TaxonomyCategory[], name: string): TaxonomyCategory | null {
  const listing = taxonomy.filter(({ agents, coordinator }) => coordinator === name || agents.includes(name))
  return listing.find(({ standing }) => standing) ?? listing[0] ?? null
}
