import { compareRead, type Likeness } from "@/lib/memory/judgement/likeness"
import { type LookUp, planLookUp } from "@/lib/memory/similarity/look-up"
import { readStatement } from "@/lib/memory/similarity/statement"
import { vocabularyOf } from "../search/vocabulary"

/** What a query for rows like a statement is made of. */
export interface LikeRows {
  /** Goes behind WITH; gives `best (id, exact, share)`, the rows that share the most telling words, at most `BEST` of them. */
  readonly best: string
  /** To be given as $2: what the index is asked for. */
  readonly queries: readonly string[]
}

/** Rows that are looked at because of rare words, of words together, of a word that may be rare. */
const FOUND = 400
const FOUND_COMMON = 200
const FOUND_SINGLE = 30
const FOUND_SAME = 20
const BEST = 100

/**
 * For a table with team_id, id and a `search` column made by `searchDocument`: its rows that share words with a statement, at a cost that
 * does not grow with it. Parameters: $1 the team, $2 the queries, $3 ids to leave out; `where` may ask more of the row `x`. Null for a
 * text without a word.
 */
export async function likeRows(
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

/** What the index is asked for, and how many rows each may give; the one for the very same first. */
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

/** Those of some rows that are like a statement: first those that say the very same, then what says the same in other words or contradicts it, then the rest; each by score. */
export function rankLike<Row extends { readonly text: string }>(
  statement: string,
  rows: readonly Row[],
  take: number,
): (Row & Likeness)[] {
  const read = readStatement(statement)
  return rows
    .map((row) => ({ ...row, ...compareRead(read, readStatement(row.text)) }))
    .filter(({ kind }) => kind !== "none")
    .toSorted((a, b) => RANK[a.kind] - RANK[b.kind] || b.score - a.score)
    .slice(0, take)
}

const RANK: Readonly<Record<Likeness["kind"], number>> = {
  same: 0,
  duplicate: 1,
  contradiction: 1,
  related: 2,
  none: 3,
}
