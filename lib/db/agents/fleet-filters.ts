import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

/** A part of a team's agents, by project and category. */
export interface FleetPart {
  readonly visible: Visibility
  /** ID of a category. Null for all categories, "none" for agents without a category. */
  readonly categoryId: string | "none" | null
}

/** Returns the SQL condition that an agent `a` belongs to the part. Begins with AND, or is empty. */
export function inPart({ visible: { projectId }, categoryId }: FleetPart): Prisma.Sql {
  const project = projectId === null ? Prisma.empty : Prisma.sql`AND a.project_id = ${projectId}::uuid`
  return Prisma.sql`${project} ${inCategory(categoryId)}`
}

function inCategory(categoryId: FleetPart["categoryId"]): Prisma.Sql {
  if (categoryId === null) return Prisma.empty
  if (categoryId === "none") return Prisma.sql`AND a.category_id IS NULL`
  return Prisma.sql`AND a.category_id = ${categoryId}::uuid`
}

export interface FleetMember {
  readonly id: string
  readonly name: string
  /** Slugs. */
  readonly project: string
  readonly category: string | null
  readonly optedOut: boolean
}

/**
 * Returns the agents of a part, sorted by project and name. The query returns one JSON value, because Prisma
 * is slow with thousands of rows.
 */
export async function fleetMembers(part: FleetPart): Promise<FleetMember[]> {
  const [found] = await database().$queryRaw<
    { agents: [string, string, string, string | null, boolean][] }[]
  >`
    SELECT coalesce(json_agg(json_build_array(a.id, a.name, p.slug, c.slug, a.opted_out) ORDER BY p.slug, a.name), '[]') AS agents
    FROM agent a JOIN project p ON p.team_id = a.team_id AND p.id = a.project_id LEFT JOIN category c ON c.team_id = a.team_id AND c.id = a.category_id
    WHERE a.team_id = ${part.visible.teamId}::uuid ${inPart(part)}`
  return (found?.agents ?? []).map(([id, name, project, category, optedOut]) => ({
    id,
    name,
    project,
    category,
    optedOut,
  }))
}
