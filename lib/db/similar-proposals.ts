import type { Visibility } from "@/lib/memory/teams/visibility"
import type { StatementComparison } from "@/lib/memory/comparison/compare-statements"
import { database } from "./infra/client"
import { similarRows, rankSimilar } from "./similar-entries"

export interface SimilarProposal extends StatementComparison {
  readonly id: string
  readonly text: string
  readonly author: string
  /** Reason of the decision. */
  readonly reason: string | null
  readonly decidedBy: string | null
  readonly decidedAt: Date | null
}

const COMPARED = 48

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
