import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"

/**
 * Returns the ids of open conflicts with a side that has no current entry with the exact text. `ids`: only
 * these conflicts; null: all.
 */
export async function conflictsWithRemovedSide(
  { teamId }: Visibility,
  ids: readonly string[] | null,
): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT c.id FROM conflict c JOIN conflict_side side ON side.team_id = c.team_id AND side.conflict_id = c.id
      LEFT JOIN entry e ON e.team_id = side.team_id AND e.id = side.entry_id LEFT JOIN memory_file f ON f.team_id = side.team_id AND f.id = side.file_id
    WHERE c.team_id = ${teamId}::uuid AND c.state = 'open' AND c.kind <> 'file' AND (${ids === null} OR c.id = ANY(${[...(ids ?? [])]}::uuid[]))
    GROUP BY c.id HAVING count(DISTINCT side.side) FILTER (WHERE e.state = 'current' AND f.state <> 'gone' AND e.text = side.text) < 2`
  return rows.map((row) => row.id)
}

/** Closes those of the conflicts that are still open. Returns the number of closed conflicts. */
export async function closeConflicts(tx: Tx, teamId: string, ids: readonly string[]): Promise<number> {
  return tx.$executeRaw`
    UPDATE conflict SET state = 'gone', open_key = NULL, decided_at = now() FROM (SELECT id FROM conflict WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'open' ORDER BY id FOR UPDATE) AS held
    WHERE conflict.team_id = ${teamId}::uuid AND conflict.id = held.id`
}

/** Returns the ids of open conflicts whose pair of texts was dismissed in another conflict. */
export async function dismissedButOpen({ teamId }: Visibility): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT c.id FROM conflict c WHERE c.team_id = ${teamId}::uuid AND c.state = 'open' AND EXISTS (SELECT 1 FROM conflict d WHERE d.team_id = c.team_id AND d.pair = c.pair AND d.state = 'dismissed')`
  return rows.map((row) => row.id)
}
