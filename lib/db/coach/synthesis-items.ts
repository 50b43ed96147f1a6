import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { HARM } from "@/lib/memory/inbox/harm"
import type { ItemSelect } from "../inbox/list"
import { containing } from "../infra/like"
import { visibleRows } from "../infra/visible-rows"
import { snoozesOf } from "../teams/snoozes"

interface SynthesisItemFilter {
  readonly visible: Visibility
  /** The person whose snoozes apply. */
  readonly userId: string
  /** "decided": all except waiting. */
  readonly state: "waiting" | "decided"
  /** Null: snoozed or not. */
  readonly snoozed: boolean | null
  readonly kind?: string | undefined
  readonly agent?: string | undefined
  /** Text in the title, a claim or the name of the author or agent. */
  readonly text?: string | undefined
}

/** Returns the SELECT of syntheses as items of the Inbox, the newest first. */
export function synthesisItems(filter: SynthesisItemFilter): ItemSelect {
  const { visible, userId, state, snoozed, kind, agent, text } = filter
  const parts = [
    visibleRows(visible, "it"),
    state === "waiting" ? Prisma.sql`it.state = 'waiting'` : Prisma.sql`it.state <> 'waiting'`,
  ]
  if (snoozed !== null) parts.push(snoozed ? Prisma.sql`sn.until IS NOT NULL` : Prisma.sql`sn.until IS NULL`)
  if (kind) parts.push(Prisma.sql`it.kind = ${kind}`)
  if (agent) parts.push(Prisma.sql`it.agent_name = ${agent}`)
  if (text) {
    const like = containing(text)
    parts.push(Prisma.sql`(it.title ILIKE ${like} OR it.author_name ILIKE ${like} OR it.agent_name ILIKE ${like} OR EXISTS (
      SELECT 1 FROM claim cl WHERE cl.team_id = it.team_id AND cl.synthesis_id = it.id AND (cl.text ILIKE ${like} OR cl.edited ILIKE ${like})))`)
  }
  return Prisma.sql`SELECT it.id, ${HARM.synthesis}::float8 AS harm, '' AS file, -extract(epoch FROM it.created_at) AS tie, coalesce(it.decided_at, it.created_at) AS at
    FROM synthesis it ${snoozesOf("it", userId)} WHERE ${Prisma.join(parts, " AND ")}`
}
