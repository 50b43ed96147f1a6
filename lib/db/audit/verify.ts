import { database } from "../infra/client"

/** The first broken position of a chain. */
export interface Break {
  /** Number in the chain. Null for an event outside of every chain. */
  readonly link: bigint | null
  readonly number: bigint | null
  readonly at: Date | null
  readonly why:
    | "missing"
    | "gone"
    | "changed"
    | "cut-off"
    | "too-long"
    | "no-head"
    | "head-changed"
    | "unlinked"
}

export interface ChainState {
  readonly teamId: string | null
  readonly events: number
  /** Hash of the last event, as the chain's head records it. Null without a head. */
  readonly hash: string | null
  readonly brokenAt: Break | null
}

const NO_TEAM = "00000000-0000-0000-0000-000000000000"

/**
 * Verifies the audit chains of teams (null: the deployment's chain) in one query, and returns the first fault
 * of each. In an intact chain, each hash includes the one before, each event exists with the hashed content,
 * the head records the last event, and no event of the team is outside the chain.
 */
export async function verifyChains(teams: readonly (string | null)[]): Promise<ChainState[]> {
  const chains = teams.map((team) => team ?? NO_TEAM)
  const rows = await database().$queryRaw<(Break & { chain: string; events: number; hash: string | null })[]>`
    WITH asked AS (SELECT unnest(${chains}::uuid[]) AS chain),
    link AS (
      SELECT l.chain, l.link, l.number, e.at, l.hash, e.number IS NULL AS gone, lag(l.link, 1, 0::bigint) OVER way AS before,
        CASE WHEN e.number IS NOT NULL THEN audit_hash(lag(l.hash, 1, decode(repeat('00', 32), 'hex')) OVER way, l.link, e) END AS reckoned
      FROM audit_link l JOIN asked USING (chain) LEFT JOIN audit_event e ON e.number = l.number
      WINDOW way AS (PARTITION BY l.chain ORDER BY l.link)
    ),
    found AS (
      SELECT chain, CASE WHEN link <> before + 1 THEN before + 1 ELSE link END AS link, CASE WHEN link = before + 1 THEN number END AS number, at,
        CASE WHEN link <> before + 1 THEN 'missing' WHEN gone THEN 'gone' ELSE 'changed' END AS why
      FROM link WHERE link <> before + 1 OR gone OR reckoned IS DISTINCT FROM hash
      UNION ALL
      SELECT chain, CASE WHEN head.chain IS NULL OR coalesce(links, 0) = last THEN last ELSE least(last, links) + 1 END, NULL, NULL,
        CASE WHEN head.chain IS NULL THEN 'no-head' WHEN links > last THEN 'cut-off' WHEN links < last THEN 'too-long' ELSE 'head-changed' END
      FROM (SELECT chain, coalesce(max(link), 0) AS last, (array_agg(hash ORDER BY link DESC))[1] AS hash FROM asked LEFT JOIN link USING (chain) GROUP BY chain) tail
      LEFT JOIN audit_head head USING (chain)
      WHERE (head.chain IS NULL AND last > 0) OR links <> last OR (last > 0 AND head.hash <> tail.hash)
      UNION ALL
      SELECT a.chain, NULL, e.number, e.at, 'unlinked' FROM asked a JOIN audit_event e ON audit_chain(e.team_id) = a.chain
      WHERE NOT EXISTS (SELECT 1 FROM audit_link l WHERE l.number = e.number AND l.chain = a.chain)
    ),
    first AS (SELECT DISTINCT ON (chain) * FROM found ORDER BY chain, link NULLS LAST, number)
    SELECT chain::text, (SELECT count(*)::float8 FROM link WHERE link.chain = asked.chain) AS events, encode(head.hash, 'hex') AS hash, first.link, first.number, first.at, first.why
    FROM asked LEFT JOIN audit_head head USING (chain) LEFT JOIN first USING (chain)`
  const states = new Map(
    rows.map(({ chain, events, hash, link, number, at, why }) => [
      chain,
      { events, hash, brokenAt: (why as string | null) === null ? null : { link, number, at, why } },
    ]),
  )
  return teams.map((teamId) => ({
    teamId,
    ...(states.get(teamId ?? NO_TEAM) ?? { events: 0, hash: null, brokenAt: null }),
  }))
}

/** Returns the number of events in a chain, as its head records it. */
export async function countLinks(teamId: string | null): Promise<number> {
  return Number(
    (await database().auditHead.findUnique({ where: { chain: teamId ?? NO_TEAM }, select: { links: true } }))
      ?.links ?? 0,
  )
}
