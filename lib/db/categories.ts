import type { WritePolicy } from "@/lib/memory/taxonomy"
import { database } from "./client"
import type { Tx } from "./commit"

export interface CategoryPolicy {
  readonly name: string
  readonly writePolicy: WritePolicy
  readonly coordinator: string | null
}

/** Whether the team has a category of this slug. */
export async function isCategory(teamId: string, slug: string, client: Pick<Tx, "category"> = database()): Promise<boolean> {
  return (await client.category.count({ where: { teamId, slug } })) > 0
}

/** Of all categories of a team. */
export async function categorySlugs(teamId: string): Promise<string[]> {
  return (await database().category.findMany({ where: { teamId }, select: { slug: true } })).map((one) => one.slug)
}

/** Says how entries get into a category's memory, and which agent writes for the others. False where there is no such category. */
export async function setWriting(tx: Tx, teamId: string, slug: string, writing: Omit<CategoryPolicy, "name">): Promise<boolean> {
  const { writePolicy, coordinator } = writing
  return (await tx.category.updateMany({ where: { teamId, slug }, data: { writePolicy, coordinator } })).count > 0
}

/** How entries get into a category's memory; null where the memory is no category's. */
export async function categoryPolicy(teamId: string, slug: string | null): Promise<CategoryPolicy | null> {
  if (slug === null) return null
  const row = await database().category.findUnique({ where: { teamId_slug: { teamId, slug } }, select: { name: true, writePolicy: true, coordinator: true } })
  return row && { ...row, writePolicy: row.writePolicy as WritePolicy }
}
