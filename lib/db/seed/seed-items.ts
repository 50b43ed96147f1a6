import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { HARM } from "@/lib/memory/inbox/harm"
import type { ItemSelect } from "../inbox/list"
import { containing } from "../infra/like"
import { visibleRows } from "../infra/visible-rows"
import { snoozesOf } from "../teams/snoozes"

interface SeedItemFilter {
  readonly visible: Visibility
  /** The person whose snoozes apply. */
  readonly userId: string
  /** "decided": all except waiting. */
  readonly state: "waiting" | "decided"
  /** Null: snoozed or not. */
  readonly snoozed: boolean | null
  readonly agent?: string | undefined
  /** Slug. */
  readonly category?: string | undefined
  /** Text in the agent, the category or the path. */
  readonly text?: string | undefined
}

/** Returns the SELECT of seed plans as items of the Inbox, the newest first. */
export function seedItems(filter: SeedItemFilter): ItemSelect {
  const { visible, userId, state, snoozed, agent, category, text } = filter
  const parts = [
    visibleRows(visible, "it"),
    state === "waiting" ? Prisma.sql`it.state = 'waiting'` : Prisma.sql`it.state <> 'waiting'`,
  ]
  if (snoozed !== null) parts.push(snoozed ? Prisma.sql`sn.until IS NOT NULL` : Prisma.sql`sn.until IS NULL`)
  if (agent) parts.push(Prisma.sql`it.agent_name = ${agent}`)
  if (category) parts.push(Prisma.sql`it.category = ${category}`)
  if (text) {
    const like = containing(text)
    parts.push(
      Prisma.sql`(it.agent_name ILIKE ${like} OR it.category ILIKE ${like} OR it.path ILIKE ${like})`,
    )
  }
  return Prisma.sql`SELECT it.id, ${HARM.seed}::float8 AS harm, '' AS file, -extract(epoch FROM it.created_at) AS tie, coalesce(it.decided_at, it.created_at) AS at
    FROM seed_plan it ${snoozesOf("it", userId)} WHERE ${Prisma.join(parts, " AND ")}`
}
