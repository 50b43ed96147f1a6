import { Prisma } from "@/generated/prisma/client"
import { containing } from "../infra/like"
import { filelessItems, type FilelessItemFilter, type ItemSelect } from "../inbox/list"

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
