import type { Visibility } from "@/lib/memory/teams/visibility"
import {
  type CategoryTemplate,
  type WritePolicy,
  categoryOfName,
  type TaxonomyCategory,
  teamTaxonomy,
} from "@/lib/memory/agents/categories"
import { database, type Reader } from "../infra/client"
import { visibleRows } from "../infra/sql-fragments"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"

/**
 * Returns the team's categories, and the default categories that the team has neither created nor deleted.
 */
export async function taxonomyOf(
  { teamId }: Visibility,
  client: Pick<Reader, "category" | "team"> = database(),
): Promise<TaxonomyCategory[]> {
  const rows = await client.category.findMany({
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
  })
  const team = await client.team.findUnique({ where: { id: teamId }, select: { leftOut: true } })
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

/** An agent with its project and category. */
export interface PlacedAgent {
  readonly id: string
  readonly name: string
  /** Slug of the project. */
  readonly project: string
  /** Slug of the category, or null. */
  readonly category: string | null
  /** True if a person chose the category. */
  readonly byHand: boolean
  /** Number of entries in all of the agent's files, without retired ones. */
  readonly entries: number
}

/** Returns all agents of a team or project, sorted by name. */
export async function placedAgents(
  visible: Visibility,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<PlacedAgent[]> {
  return client.$queryRaw<PlacedAgent[]>`
    SELECT a.id, a.name, p.slug AS project, c.slug AS category, a.by_hand AS "byHand",
      coalesce((SELECT sum(f.entries - f.retired) FROM memory_file f WHERE f.team_id = a.team_id AND f.agent_id = a.id AND f.state <> 'gone' AND f.scope <> 'session'), 0)::int AS entries
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE ${visibleRows(visible, "a")} ORDER BY a.name, p.slug`
}

/** Creates or updates a category. Restores a deleted default category. */
export async function saveCategory(tx: Tx, teamId: string, category: TaxonomyCategory): Promise<void> {
  const { slug, name, writePolicy, coordinator, sharing } = category
  const said = {
    name,
    writePolicy,
    coordinator,
    sharing,
    members: [...category.agents],
    rules: [...category.rules],
  }
  await tx.category.upsert({
    where: { teamId_slug: { teamId, slug } },
    create: { teamId, id: newId(), slug, ...said },
    update: said,
  })
  await tx.$executeRaw`UPDATE team SET left_out = array_remove(left_out, ${slug}) WHERE id = ${teamId}::uuid AND ${slug} = ANY(left_out)`
}

/** Assigns agents to a category, or to none. Throws if the category does not exist. */
export async function placeAgents(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  { category, byHand }: { category: string | null; byHand: boolean },
): Promise<void> {
  const row =
    category === null
      ? null
      : await tx.category.findUniqueOrThrow({
          where: { teamId_slug: { teamId, slug: category } },
          select: { id: true },
        })
  await tx.agent.updateMany({
    where: { teamId, id: { in: [...ids] } },
    data: { categoryId: row?.id ?? null, byHand },
  })
}

/** Deletes a category. A deleted default category is not created again automatically. */
export async function dropCategory(tx: Tx, teamId: string, slug: string): Promise<void> {
  await tx.category.deleteMany({ where: { teamId, slug } })
  await tx.$executeRaw`UPDATE team SET left_out = array_append(array_remove(left_out, ${slug}), ${slug}) WHERE id = ${teamId}::uuid`
}

/** Allows deleted default categories to be created again. */
export async function allowDefaultCategories(tx: Tx, teamId: string): Promise<void> {
  await tx.team.update({ where: { id: teamId }, data: { leftOut: [] } })
}

/**
 * Returns the contents of a category: names of its agents, paths of its files (also of removed ones, because
 * of their history), and the number of waiting proposals for its memory.
 */
export async function contentsOfCategory(
  tx: Tx,
  teamId: string,
  slug: string,
): Promise<{ agents: string[]; files: string[]; waiting: number }> {
  const agents = await tx.agent.findMany({
    where: { teamId, category: { slug } },
    select: { name: true },
    orderBy: { name: "asc" },
    distinct: ["name"],
  })
  const files = await tx.memoryFile.findMany({
    where: { teamId, category: { slug } },
    select: { path: true },
    orderBy: { path: "asc" },
  })
  const waiting = await tx.proposal.count({
    where: { teamId, state: "waiting", expiresAt: { gt: new Date() }, categorySlug: slug },
  })
  return { agents: agents.map((one) => one.name), files: files.map((one) => one.path), waiting }
}

/** Returns the number of the agents' memory files that belong to another category than the agent. */
export async function countFilesOfOtherCategories(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM memory_file f JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE f.team_id = ${teamId}::uuid AND f.agent_id = ANY(${[...ids]}::uuid[]) AND f.state <> 'gone' AND f.category_id IS NOT NULL AND f.category_id IS DISTINCT FROM a.category_id`
  return row?.count ?? 0
}
