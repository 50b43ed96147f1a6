import type { Visibility } from "@/lib/memory/teams/visibility"
import { type StatementComparison, compareParsed } from "@/lib/memory/comparison/compare-statements"
import { type LookUp, planLookUp } from "@/lib/memory/similarity/look-up"
import { readStatement } from "@/lib/memory/similarity/statement"
import { database } from "./infra/client"
import { isOfSiblings } from "./agents/silos"
import { IS_PUBLISHED_QUOTE } from "./coach/publications"
import { vocabularyOf } from "./search/vocabulary"

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

/** Maximum number of proposals, and default maximum number of entries, that are compared in full. */
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

export interface SimilarProposal extends StatementComparison {
  readonly id: string
  readonly text: string
  readonly author: string
  /** Reason of the decision. */
  readonly reason: string | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
}

/**
 * Returns a team's proposals in one of these states that are most similar to a text, best first. Expired ones
 * are left out.
 */
export async function findSimilarProposals(
  { teamId }: Visibility,
  statement: string,
  { exclude, take, states }: { exclude: readonly string[]; take: number; states: readonly string[] },
): Promise<SimilarProposal[]> {
  const like = await similarRows(
    "proposal",
    statement,
    "x.state = ANY($4::text[]) AND (x.state <> 'waiting' OR x.expires_at > now())",
  )
  if (like === null) return []
  const rows = await database().$queryRawUnsafe<Omit<SimilarProposal, keyof StatementComparison>[]>(
    `WITH ${like.best}
     SELECT pr.id, pr.text, coalesce(pr.author_agent, pr.author_name) AS author, rv.reason, rv.by_name AS "decidedBy", rv.created_at AS "decidedAt"
     FROM best JOIN proposal pr ON pr.team_id = $1::uuid AND pr.id = best.id LEFT JOIN review rv ON rv.team_id = pr.team_id AND rv.proposal_id = pr.id AND rv.round = pr.round
     ORDER BY best.exact DESC, best.share DESC, pr.id LIMIT ${COMPARED}`,
    teamId,
    like.queries,
    exclude,
    states,
  )
  return rankSimilar(statement, rows, take)
}

/** Parts of a query for rows that are similar to a text. */
export interface LikeRows {
  /**
   * SQL for a WITH clause: `best (id, exact, share)`, at most `BEST` rows that share the most significant
   * words.
   */
  readonly best: string
  /** Value of $2: the queries for the index. */
  readonly queries: readonly string[]
}

/**
 * Maximum number of rows to find by rare words, and by combinations of words. The following constants limit
 * combinations with common words, single words, and equal texts.
 */
const FOUND = 400
const FOUND_COMMON = 200
const FOUND_SINGLE = 30
const FOUND_SAME = 20
const BEST = 100

/**
 * Returns a query for rows that share words with a text, for a table with team_id, id and a `search` column
 * made by `searchDocument`. The cost does not grow with the table. Parameters: $1 the team, $2 the queries,
 * $3 ids to leave out. `where` is a further condition on the row `x`. Null for a text without words.
 */
export async function similarRows(
  table: "entry" | "proposal",
  statement: string,
  where: string,
): Promise<LikeRows | null> {
  const plan = planLookUp(statement, await vocabularyOf(table))
  if (plan === null) return null
  const queries = queriesOf(plan)
  const arms = queries.map(({ limit }, at) => {
    const same = at === 0 ? `AND length(x.search) = ${plan.words}` : ""
    return `(SELECT x.id, x.search, ${at === 0} AS exact FROM ${table} x WHERE x.team_id = $1::uuid AND x.search @@ ($2::text[])[${at + 1}]::tsquery AND NOT x.id = ANY($3::uuid[]) ${same} AND ${where} LIMIT ${limit})`
  })
  const share = plan.ranking
    .map(
      ({ tsquery, weight }) =>
        `CASE WHEN search @@ ${literal(tsquery)}::tsquery THEN ${weight.toFixed(3)}::float8 ELSE 0 END`,
    )
    .join(" + ")
  return {
    best: `found AS MATERIALIZED (${arms.join(" UNION ALL ")}),
      best AS (SELECT id, bool_or(exact) AS exact, max((${share || "0"}) / (6 + sqrt(length(search)))) AS share FROM found GROUP BY id ORDER BY exact DESC, share DESC, id LIMIT ${BEST})`,
    queries: queries.map(({ query }) => query),
  }
}

/** Returns the queries for the index with their maximum numbers of rows. The first one is for equal texts. */
function queriesOf({
  exact,
  rare,
  together,
  withCommon,
  single,
}: LookUp): { readonly query: string; readonly limit: number }[] {
  const all = [
    { query: exact, limit: FOUND_SAME },
    { query: rare, limit: FOUND },
    { query: together, limit: FOUND },
    { query: withCommon, limit: FOUND_COMMON },
    ...single.map((query) => ({ query, limit: FOUND_SINGLE })),
  ]
  return all.filter(({ query }) => query !== "")
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Returns the rows that are similar to a text: equal ones first, then duplicates and contradictions, then
 * others, each by score.
 */
function rankSimilar<Row extends { readonly text: string }>(
  statement: string,
  rows: readonly Row[],
  take: number,
): (Row & StatementComparison)[] {
  const read = readStatement(statement)
  return rows
    .map((row) => ({ ...row, ...compareParsed(read, readStatement(row.text)) }))
    .filter(({ kind }) => kind !== "none")
    .toSorted((a, b) => RANK[a.kind] - RANK[b.kind] || b.score - a.score)
    .slice(0, take)
}

const RANK: Readonly<Record<StatementComparison["kind"], number>> = {
  same: 0,
  duplicate: 1,
  contradiction: 1,
  related: 2,
  none: 3,
}
