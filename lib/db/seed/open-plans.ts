import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { containing } from "../infra/sql-fragments"
import { filelessItems, type FilelessItemFilter, type ItemSelect } from "../inbox"
import { database } from "../infra/client"

interface SeedItemFilter extends FilelessItemFilter {
  readonly agent?: string | undefined
  /** Slug of the category. */
  readonly category?: string | undefined
  /** Text in the agent, the category or the path. */
  readonly text?: string | undefined
}

/** Returns SQL that selects seed plans as items of the Inbox, newest first. */
export function seedItems({ agent, category, text, ...filter }: SeedItemFilter): ItemSelect {
  const parts: Prisma.Sql[] = []
  if (agent) parts.push(Prisma.sql`it.agent_name = ${agent}`)
  if (category) parts.push(Prisma.sql`it.category = ${category}`)
  if (text) {
    const like = containing(text)
    parts.push(
      Prisma.sql`(it.agent_name ILIKE ${like} OR it.category ILIKE ${like} OR it.path ILIKE ${like})`,
    )
  }
  return filelessItems("seed", filter, parts)
}

/**
 * Returns waiting plans and decisions that an agent starts without memory (state "fresh"), newest first. The
 * placements are left out, because they are large.
 */
export function openSeeding(visible: Visibility): Promise<
  {
    readonly id: string
    readonly projectId: string
    readonly agentName: string | null
    readonly roles: readonly string[]
    readonly state: string
  }[]
> {
  return database().seedPlan.findMany({
    where: {
      teamId: visible.teamId,
      state: { in: ["waiting", "fresh"] },
      ...(visible.projectId === null ? {} : { projectId: visible.projectId }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, projectId: true, agentName: true, roles: true, state: true },
  })
}
