import type { Visibility } from "@/lib/memory/teams/visibility"
import type { StatementComparison } from "@/lib/memory/comparison/compare-statements"
import { database } from "../infra/client"
import { similarRows, rankSimilar } from "./similar-rows"
import { isOfSiblings } from "../agents/category-siblings"
import { IS_PUBLISHED_QUOTE } from "../coach/published-claims"

export interface SimilarEntry extends StatementComparison {
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
  /** Only entries of the other agents of a category, in one project or all, and of their shared memory. */
  readonly mates?:
    | { readonly categoryId: string; readonly projectId: string | null; readonly agentId: string }
    | undefined
  /** Ids of entries to leave out: the ones that the text replaces. */
  readonly exclude?: readonly string[] | undefined
  readonly take?: number | undefined
  /** Maximum number of entries that are compared in full. These share the most significant words. */
  readonly compared?: number | undefined
}

const COMPARED = 48

/** SQL condition on an entry `x`: matches the filter, and is not retired, in a removed file, or in a log. */
const CURRENT = `x.state <> 'retired' AND NOT EXISTS (SELECT 1 FROM memory_file gone WHERE gone.team_id = x.team_id AND gone.id = x.file_id AND (gone.state = 'gone' OR gone.role = 'log'))
  AND ($4::uuid IS NULL OR x.project_id = $4::uuid) AND ($5::uuid IS NULL OR x.file_id = $5::uuid) AND ${isOfSiblings("$6", "$7", "$8")}`

/**
 * Returns the current entries of a team that are most similar to a text: equal ones first, then duplicates and contradictions, then entries on
 * the same subject, each by score. Entries on other subjects and the coach's quotes are left out. The cost does not grow with the number of
 * entries: see docs/decisions/031-similarity-by-rules.md.
 */
export async function findSimilarEntries(
  { teamId }: Visibility,
  statement: string,
  { projectId, fileId, mates, exclude = [], take = 8, compared = COMPARED }: LikeFilter = {},
): Promise<SimilarEntry[]> {
  const like = await similarRows("entry", statement, CURRENT)
  if (like === null) return []
  const rows = await database().$queryRawUnsafe<Omit<SimilarEntry, keyof StatementComparison>[]>(
    `WITH ${like.best}
     SELECT e.id, e.text, e.file_id AS "fileId", f.path, e.line, p.slug AS "projectSlug", a.name AS agent
     FROM best JOIN entry e ON e.team_id = $1::uuid AND e.id = best.id JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id
       JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id
     WHERE NOT ${IS_PUBLISHED_QUOTE} ORDER BY best.exact DESC, best.share DESC, e.id LIMIT ${compared}`,
    teamId,
    like.queries,
    exclude,
    projectId ?? null,
    fileId ?? null,
    ...(mates ? [mates.categoryId, mates.projectId, mates.agentId] : [null, null, null]),
  )
  return rankSimilar(statement, rows, take)
}
