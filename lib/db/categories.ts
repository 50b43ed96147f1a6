import type { WritePolicy } from "@/lib/memory/taxonomy"
import { database } from "./client"

export interface CategoryPolicy {
  readonly name: string
  readonly writePolicy: WritePolicy
  readonly coordinator: string | null
}

/** How entries get into a category's memory; null where the memory is no category's. */
export async function categoryPolicy(teamId: string, slug: string | null): Promise<CategoryPolicy | null> {
  if (slug === null) return null
  const row = await database().category.findUnique({ where: { teamId_slug: { teamId, slug } }, select: { name: true, writePolicy: true, coordinator: true } })
  return row && { ...row, writePolicy: row.writePolicy as WritePolicy }
}
