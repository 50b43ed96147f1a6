import { Prisma } from "@/generated/prisma/client"
import { containing } from "../infra/like"
import { filelessItems, type FilelessItemFilter, type ItemSelect } from "../inbox/list"

interface SynthesisItemFilter extends FilelessItemFilter {
  readonly kind?: string | undefined
  readonly agent?: string | undefined
  /** Text to find in the title, a claim, or the name of the author or agent. */
  readonly text?: string | undefined
}

/** Returns SQL that selects syntheses as items of the Inbox, newest first. */
export function synthesisItems({ kind, agent, text, ...filter }: SynthesisItemFilter): ItemSelect {
  const parts: Prisma.Sql[] = []
  if (kind) parts.push(Prisma.sql`it.kind = ${kind}`)
  if (agent) parts.push(Prisma.sql`it.agent_name = ${agent}`)
  if (text) {
    const like = containing(text)
    parts.push(Prisma.sql`(it.title ILIKE ${like} OR it.author_name ILIKE ${like} OR it.agent_name ILIKE ${like} OR EXISTS (
      SELECT 1 FROM claim cl WHERE cl.team_id = it.team_id AND cl.synthesis_id = it.id AND (cl.text ILIKE ${like} OR cl.edited ILIKE ${like})))`)
  }
  return filelessItems("synthesis", filter, parts)
}
