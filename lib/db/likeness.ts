import { compareRead, type Likeness } from "@/lib/memory/likeness"
import { type LookUp, planLookUp } from "@/lib/memory/look-up"
import { readStatement } from "@/lib/memory/statement"
import { database } from "./client"
import { vocabularyOf } from "./vocabulary"

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
  /** Ids of entries to leave out: the one that a statement replaces. */
  readonly exclude?: readonly string[] | undefined
  readonly take?: number | undefined
}

/**
 * The current entries of a team that are most like a statement: first those that say the very same, then by their score. What is of
 * something else is left out. The cost does not grow with the store: see docs/decisions/031-likeness.md.
 */
export async function findLike(teamId: string, statement: string, { projectId, fileId, exclude = [], take = 8 }: LikeFilter = {}): Promise<LikeEntry[]> {
  const plan = planLookUp(statement, await vocabularyOf("entry"))
  if (plan === null) return []
  const rows = await database().$queryRawUnsafe<Omit<LikeEntry, keyof Likeness>[]>(
    `WITH ${foundIn("entry", "AND x.state <> 'retired' AND NOT EXISTS (SELECT 1 FROM memory_file gone WHERE gone.team_id = x.team_id AND gone.id = x.file_id AND gone.state = 'gone') AND ($4::uuid IS NULL OR x.project_id = $4::uuid) AND ($5::uuid IS NULL OR x.file_id = $5::uuid)", plan)}
     SELECT e.id, e.text, e.file_id AS "fileId", f.path, e.line, p.slug AS "projectSlug", a.name AS agent
     FROM best JOIN entry e ON e.team_id = $1::uuid AND e.id = best.id JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id
       JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id
     ORDER BY best.exact DESC, best.share DESC, e.id LIMIT ${COMPARED}`,
    teamId,
    [plan.exact, plan.rare, plan.together],
    exclude,
    projectId ?? null,
    fileId ?? null,
  )
  return rank(statement, rows, take)
}

/** Rows that are looked at because of a rare word, or of words together; those that are ranked come out of them. */
const FOUND = 500
const FOUND_SAME = 20
const BEST = 100
const COMPARED = 48

/**
 * The rows of a table (with team_id, id and search) that share words with a statement, as `best (id, exact, share)`. Parameters: $1 the team, $2 the
 * queries of the plan, $3 the ids to leave out; `x` is the row in `where`.
 */
function foundIn(table: "entry" | "proposal", where: string, { words, rare, together, ranking }: LookUp): string {
  const arm = (query: number, limit: number, and = "") =>
    `(SELECT x.id, x.search, ${query === 1} AS exact FROM ${table} x WHERE x.team_id = $1::uuid AND x.search @@ ($2::text[])[${query}]::tsquery AND NOT x.id = ANY($3::uuid[]) ${and} ${where} LIMIT ${limit})`
  const arms = [arm(1, FOUND_SAME, `AND length(x.search) = ${words}`), ...(rare === "" ? [] : [arm(2, FOUND)]), ...(together === "" ? [] : [arm(3, FOUND)])]
  const share = ranking.map(({ tsquery, weight }) => `CASE WHEN search @@ ${literal(tsquery)}::tsquery THEN ${weight.toFixed(3)} ELSE 0 END`).join(" + ")
  return `found AS MATERIALIZED (${arms.join(" UNION ALL ")}),
    best AS (SELECT id, bool_or(exact) AS exact, max((${share || "0"}) / (6 + sqrt(length(search)))) AS share FROM found GROUP BY id ORDER BY exact DESC, share DESC, id LIMIT ${BEST})`
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

function rank<Row extends { readonly id: string; readonly text: string }>(statement: string, rows: readonly Row[], take: number): (Row & Likeness)[] {
  const read = readStatement(statement)
  return rows
    .map((row) => ({ ...row, ...compareRead(read, readStatement(row.text)) }))
    .filter(({ kind }) => kind !== "none")
    .toSorted((a, b) => Number(b.kind === "same") - Number(a.kind === "same") || b.score - a.score)
    .slice(0, take)
}
