import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { snoozesOf } from "../teams/snoozes"

/** A category with its waiting proposals. */
export interface CategoryQueue {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Ids of those that the person has not snoozed, by file and age, limited in number. */
  readonly waiting: readonly string[]
  /** Number of all waiting proposals that the person has not snoozed. */
  readonly total: number
}

/**
 * Returns waiting proposals for a category's shared file and its agents' own files. Null if the team has no
 * such category.
 */
export async function categoryQueue(
  visible: Visibility,
  slug: string,
  { userId, take }: { userId: string; take: number },
): Promise<CategoryQueue | null> {
  const category = await database().category.findFirst({
    where: { teamId: visible.teamId, slug },
    select: { id: true, slug: true, name: true },
  })
  if (!category) return null
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT pr.id FROM proposal pr JOIN project p ON p.team_id = pr.team_id AND p.id = pr.project_id LEFT JOIN agent a ON a.team_id = pr.team_id AND a.id = pr.agent_id ${snoozesOf("pr", userId)}
    WHERE ${visibleRows(visible, "pr")} AND pr.state = 'waiting' AND pr.expires_at > now() AND coalesce(pr.category_id, a.category_id) = ${category.id}::uuid
      AND sn.until IS NULL
    ORDER BY p.name, pr.path, pr.created_at, pr.id`
  return { ...category, waiting: rows.slice(0, take).map((row) => row.id), total: rows.length }
}
