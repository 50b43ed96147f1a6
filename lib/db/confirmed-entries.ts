import type { Visibility } from "@/lib/memory/teams/visibility"
import type { EntryConfirmation } from "@/lib/memory/memory-files/entry-dates"
import type { StoredPlace } from "@/lib/memory/policies/policy"
import { database, prepared } from "./infra/client"

/**
 * Returns SQL for the entries that decisions on conflicts kept: `entry_id`, and `day` of the latest decision.
 * Leaves out undone decisions, and entries whose text has changed since. `$1`: the team. `where`: a condition
 * on `side`, the side of the conflict.
 */
export const keptEntriesSql = (where = "true"): string => `
  SELECT side.entry_id, max((r.created_at AT TIME ZONE 'UTC')::date) AS day
  FROM resolution r JOIN conflict c ON c.team_id = r.team_id AND c.id = r.conflict_id
    JOIN conflict_side side ON side.team_id = r.team_id AND side.conflict_id = r.conflict_id
    JOIN entry e ON e.team_id = side.team_id AND e.id = side.entry_id
    JOIN revision since ON since.team_id = e.team_id AND since.file_id = e.file_id AND since.number = e.since_revision
  WHERE r.team_id = $1::uuid AND side.team_id = $1::uuid AND (${where}) AND r.undone_at IS NULL AND since.created_at <= r.created_at
    AND side.side = CASE r.verdict WHEN 'keep-left' THEN 'left' WHEN 'merge' THEN 'left' WHEN 'keep-right' THEN 'right' WHEN 'keep-both' THEN side.side WHEN 'override' THEN c.prevails END
  GROUP BY side.entry_id`

/**
 * Returns SQL for the entries of the team `$1` that people verified or kept: `entry_id`, `until` (the day on
 * which the newest verification expires) and `kept_on`. Leaves out entries whose text has changed since.
 * `ids`: SQL for an array of the only entries to read, or null for all.
 */
export const confirmedEntriesSql = (ids: string | null = null): string => `
  SELECT entry_id, max(until) AS until, max(kept_on) AS kept_on FROM (
    SELECT v.entry_id, v.until, NULL::date AS kept_on
    FROM (SELECT DISTINCT ON (entry_id) entry_id, until, created_at FROM vouch WHERE team_id = $1::uuid${ids === null ? "" : ` AND entry_id = ANY(${ids})`} ORDER BY entry_id, created_at DESC, id DESC) v
      JOIN entry e ON e.team_id = $1::uuid AND e.id = v.entry_id
      JOIN revision since ON since.team_id = e.team_id AND since.file_id = e.file_id AND since.number = e.since_revision AND since.created_at <= v.created_at
    UNION ALL SELECT entry_id, NULL, day FROM (${keptEntriesSql(ids === null ? "true" : `side.entry_id = ANY(${ids})`)}) kept) confirmed GROUP BY entry_id`

/**
 * Returns an SQL condition: the entry `e` was neither verified beyond today nor kept on the day `before` or
 * later. `relation`: a table or subquery with the columns of `confirmedEntriesSql`.
 */
export const unconfirmedSince = (before: string, relation: string): string =>
  `NOT EXISTS (SELECT 1 FROM ${relation} confirmed WHERE confirmed.entry_id = e.id AND (confirmed.until > timezone('UTC', now())::date OR confirmed.kept_on >= ${before}))`

/** What decides if an entry is stale: its date, what people confirmed since, and the place of its policy. */
export interface StalenessFacts extends EntryConfirmation, StoredPlace {
  readonly id: string
  /** ISO day that the entry states; null without a date. */
  readonly date: string | null
  readonly type: string | null
  readonly state: "current" | "retired"
}

/** Returns the facts about the staleness of these entries of a team. Missing entries are left out. */
export async function readStalenessFacts(
  { teamId }: Visibility,
  entryIds: readonly string[],
): Promise<StalenessFacts[]> {
  if (entryIds.length === 0) return []
  return database().$queryRawUnsafe<StalenessFacts[]>(prepared(STALENESS_FACTS), teamId, [...entryIds])
}

const STALENESS_FACTS = `
  SELECT e.id, e.stated_on::text AS date, e.type, e.state, f.scope, p.slug AS "projectSlug", c.slug AS category, ac.slug AS "agentCategory", a.name AS agent, confirmed.until::text AS "vouchedUntil", confirmed.kept_on::text AS "keptOn"
  FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
    LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
    LEFT JOIN (${confirmedEntriesSql("$2::uuid[]")}) confirmed ON confirmed.entry_id = e.id
  WHERE e.team_id = $1::uuid AND e.id = ANY($2::uuid[])`
