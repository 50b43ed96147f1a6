import type { Visibility } from "@/lib/memory/teams/visibility"
import type { CategoryTemplate, WritePolicy } from "@/lib/memory/agents/default-categories"
import { categoryOfName, type TaxonomyCategory, teamTaxonomy } from "@/lib/memory/agents/category-of-agent"
import { database, type Reader } from "../infra/client"

/**
 * Returns the team's categories, and the default categories that the team has neither created nor deleted.
 */
export async function taxonomyOf(
  { teamId }: Visibility,
  client: Pick<Reader, "category" | "team"> = database(),
): Promise<TaxonomyCategory[]> {
  const [rows, team] = await Promise.all([
    client.category.findMany({
      where: { teamId },
      select: {
        slug: true,
        name: true,
        writePolicy: true,
        coordinator: true,
        sharing: true,
        members: true,
        rules: true,
      },
    }),
    client.team.findUnique({ where: { id: teamId }, select: { leftOut: true } }),
  ])
  const own = rows.map(({ members, writePolicy, sharing, ...row }) => ({
    ...row,
    agents: members,
    writePolicy: writePolicy as WritePolicy,
    sharing: sharing as CategoryTemplate["sharing"],
  }))
  return teamTaxonomy(own, team?.leftOut)
}

export interface CategoryPolicy {
  readonly name: string
  readonly writePolicy: WritePolicy
  readonly coordinator: string | null
}

/**
 * Returns the slug of an agent's category, or null if it has none. For an unknown agent, returns the category
 * that the team's rules assign to its name.
 */
export async function categoryOfAgent(
  visible: Visibility,
  projectId: string,
  name: string,
): Promise<string | null> {
  const known = await database().agent.findUnique({
    where: { teamId_projectId_name: { teamId: visible.teamId, projectId, name } },
    select: { category: { select: { slug: true } } },
  })
  return known
    ? (known.category?.slug ?? null)
    : (categoryOfName(await taxonomyOf(visible), name)?.slug ?? null)
}

/** True if the team has a category with this slug. */
export async function isCategory(
  { teamId }: Visibility,
  slug: string,
  client: Pick<Reader, "category"> = database(),
): Promise<boolean> {
  return (await client.category.count({ where: { teamId, slug } })) > 0
}

/** Returns the write policy of a category. Null if `slug` is null or the category does not exist. */
export async function categoryPolicy(
  { teamId }: Visibility,
  slug: string | null,
): Promise<CategoryPolicy | null> {
  if (slug === null) return null
  const row = await database().category.findUnique({
    where: { teamId_slug: { teamId, slug } },
    select: { name: true, writePolicy: true, coordinator: true },
  })
  return row && { ...row, writePolicy: row.writePolicy as WritePolicy }
}
