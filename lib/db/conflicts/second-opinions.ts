import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Tx } from "../infra/commit"
import { database } from "../infra/client"

type Bytes = Uint8Array<ArrayBuffer>

export interface PairToAsk {
  readonly key: Bytes
  readonly left: string
  readonly right: string
}

/**
 * Returns at most `take` pairs of texts of open conflicts, highest score first, with a score from `from` to
 * below `below`. Pairs about which a model was asked already are left out.
 */
export async function pairsToAsk(
  { teamId }: Visibility,
  { from, below }: { readonly from: number; readonly below: number },
  take: number,
): Promise<PairToAsk[]> {
  return database().$queryRaw<PairToAsk[]>`
    SELECT DISTINCT ON (score, c.pair) c.pair AS key, l.text AS left, r.text AS right FROM conflict c
      CROSS JOIN LATERAL (SELECT (c.evidence->>'score')::float8 AS score) s
      JOIN LATERAL (SELECT text FROM conflict_side WHERE team_id = c.team_id AND conflict_id = c.id AND side = 'left' ORDER BY entry_id LIMIT 1) l ON true
      JOIN LATERAL (SELECT text FROM conflict_side WHERE team_id = c.team_id AND conflict_id = c.id AND side = 'right' ORDER BY entry_id LIMIT 1) r ON true
    WHERE c.team_id = ${teamId}::uuid AND c.state = 'open' AND c.pair IS NOT NULL AND score >= ${from} AND score < ${below}
      AND NOT EXISTS (SELECT 1 FROM second_opinion o WHERE o.team_id = c.team_id AND o.about = 'pair' AND o.key = c.pair)
    ORDER BY score DESC, c.pair LIMIT ${take}`
}

/**
 * Returns the texts of current entries for which an alert about text that looks like an instruction is open.
 */
export async function flaggedTexts({ teamId }: Visibility): Promise<string[]> {
  const rows = await database().$queryRaw<{ text: string }[]>`
    SELECT DISTINCT e.text FROM alert al CROSS JOIN LATERAL jsonb_array_elements_text(al.evidence->'entries') AS one(id)
      JOIN entry e ON e.team_id = al.team_id AND e.id = one.id::uuid
    WHERE al.team_id = ${teamId}::uuid AND al.kind = 'instruction-like' AND al.state = 'open' AND e.state = 'current' ORDER BY e.text`
  return rows.map(({ text }) => text)
}

export interface StoredOpinion {
  readonly key: Uint8Array
  readonly model: string
  /** Verdict of the model. Null if the answer was unusable. */
  readonly says: string | null
  readonly why: string
}

/** Returns the stored opinions of models with these keys. */
export async function opinionsOf(
  { teamId }: Visibility,
  about: "pair" | "entry",
  keys: readonly Bytes[],
): Promise<StoredOpinion[]> {
  if (keys.length === 0) return []
  return database().secondOpinion.findMany({
    where: { teamId, about, key: { in: [...keys] } },
    select: { key: true, model: true, says: true, why: true },
  })
}

/**
 * Stores opinions of models. The first opinion on the same texts stays. Returns the number of stored
 * opinions.
 */
export async function keepOpinions(
  tx: Tx,
  teamId: string,
  about: "pair" | "entry",
  opinions: readonly (StoredOpinion & { readonly key: Bytes; readonly tokens: number })[],
): Promise<number> {
  const { count } = await tx.secondOpinion.createMany({
    data: opinions.map((one) => ({ ...one, teamId, about })),
    skipDuplicates: true,
  })
  return count
}
