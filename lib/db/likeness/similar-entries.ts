import type { Likeness } from "@/lib/memory/judgement/likeness"
import { database } from "../infra/client"
import { likeRows, rankLike } from "./look-up"
import { ofMates } from "../agents/category-siblings"
import { QUOTES_OTHERS } from "../coach/published-claims"

export interface LikeEntry extends Likeness {
  readonly id: string
  readonly text: string
  readonly fileId: string
  readonly path: string
  readonly line: number
  readonly projectSlug: string
  readonly agent: string | null
}

export interface LikeFilter {
  readonly projectId?: string | undefined
  readonly fileId?: string | undefined
  /** Only what the mates of an agent know, in one project or in all, and what they share. */
  readonly mates?:
    | { readonly categoryId: string; readonly projectId: string | null; readonly agentId: string }
    | undefined
  /** Ids of entries to leave out: the one that a statement replaces. */
  readonly exclude?: readonly string[] | undefined
  readonly take?: number | undefined
  /** How many are compared word by word; those that share the most telling words. */
  readonly compared?: number | undefined
}

/** How many entries are compared word by word. */
const COMPARED = 48

/** Retired entries and those of files that their source no longer has speak for nobody; what a log says is to be said by a memory. */
const CURRENT = `x.state <> 'retired' AND NOT EXISTS (SELECT 1 FROM memory_file gone WHERE gone.team_id = x.team_id AND gone.id = x.file_id AND (gone.state = 'gone' OR gone.role = 'log'))
  AND ($4::uuid IS NULL OR x.project_id = $4::uuid) AND ($5::uuid IS NULL OR x.file_id = $5::uuid) AND ${ofMates("$6", "$7", "$8")}`

/**
 * The current entries of a team that are most like a statement: first those that say the very same, then duplicates and
 * contradictions, then what is of the same subject; each by score. What is of something else is left out, and so is what the coach published of others. The cost does not grow with the store: see docs/decisions/031-similarity-by-rules.md.
 */
export async function findLike(
  teamId: string,
  statement: string,
  { projectId, fileId, mates, exclude = [], take = 8, compared = COMPARED }: LikeFilter = {},
): Promise<LikeEntry[]> {
  const like = await likeRows("entry", statement, CURRENT)
  if (like === null) return []
  const rows = await database().$queryRawUnsafe<Omit<LikeEntry, keyof Likeness>[]>(
    `WITH ${like.best}
     SELECT e.id, e.text, e.file_id AS "fileId", f.path, e.line, p.slug AS "projectSlug", a.name AS agent
     FROM best JOIN entry e ON e.team_id = $1::uuid AND e.id = best.id JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id
       JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id
     WHERE NOT ${QUOTES_OTHERS} ORDER BY best.exact DESC, best.share DESC, e.id LIMIT ${compared}`,
    teamId,
    like.queries,
    exclude,
    projectId ?? null,
    fileId ?? null,
    mates?.categoryId ?? null,
    mates?.projectId ?? null,
    mates?.agentId ?? null,
  )
  return rankLike(statement, rows, take)
}
