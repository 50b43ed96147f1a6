import { compareStatements, type Likeness } from "@/lib/memory/likeness"
import { termsOf } from "@/lib/memory/words"
import { database } from "./client"

export interface LikeProposal extends Likeness {
  readonly id: string
  readonly text: string
  readonly author: string
  /** Of one that was decided: why. */
  readonly reason: string | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
}

/** How many candidates are compared: those that share the most words. */
const COMPARED = 60
const MOST_TERMS = 24

/** The proposals of a team that are most like a statement, best first. */
export async function findLikeProposals(teamId: string, statement: string, { exclude, take, states }: { exclude: readonly string[]; take: number; states: readonly string[] }): Promise<LikeProposal[]> {
  const terms = [...new Set(termsOf(statement))].filter((term) => term.length > 2 || /[^a-z0-9]/.test(term)).slice(0, MOST_TERMS)
  if (terms.length === 0) return []
  const query = terms.map((term) => `'${term.replaceAll("'", "''")}'`).join(" | ")
  const rows = await database().$queryRaw<Omit<LikeProposal, keyof Likeness>[]>`
    SELECT pr.id, pr.text, coalesce(pr.author_agent, pr.author_name) AS author, rv.reason, rv.by_name AS "decidedBy", rv.created_at AS "decidedAt"
    FROM proposal pr LEFT JOIN review rv ON rv.team_id = pr.team_id AND rv.proposal_id = pr.id AND rv.round = pr.round
    WHERE pr.team_id = ${teamId}::uuid AND pr.state = ANY(${[...states]}) AND (pr.state <> 'waiting' OR pr.expires_at > now()) AND pr.search @@ ${query}::tsquery AND NOT (pr.id = ANY(${[...exclude]}::uuid[]))
    ORDER BY ts_rank(pr.search, ${query}::tsquery) DESC, pr.created_at DESC LIMIT ${COMPARED}`
  return rows
    .map((row) => ({ ...row, ...compareStatements(statement, row.text) }))
    .filter((row) => row.kind !== "none")
    .toSorted((a, b) => b.score - a.score)
    .slice(0, take)
}
