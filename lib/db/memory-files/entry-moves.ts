import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"

/** A migration that moved an entry from or to another file. */
export interface EntryMove {
  readonly migration: string
  readonly way: "from" | "to"
  /** Id of the other file. `entry`, `path` and `line`: id and position of the entry in that file. */
  readonly file: string
  readonly entry: string
  readonly path: string
  readonly line: number
  readonly by: string
  readonly at: string
  readonly reason: string
  /** True if the migration was reverted, and that revert was not. */
  readonly undone: boolean
}

/** Maximum number of moves. A migration can move a shared entry to the files of many agents. */
const MOST = 50

/** Returns the moves of an entry by migrations, newest first. */
export async function movesOfEntry(
  { teamId }: Visibility,
  fileId: string,
  entryId: string,
): Promise<EntryMove[]> {
  return database().$queryRaw<EntryMove[]>`
    WITH own AS (SELECT w.migration_id, w.file_id FROM migration_write w WHERE w.team_id = ${teamId}::uuid AND w.file_id = ${fileId}::uuid),
    moves AS (
      SELECT w.migration_id, 'to' AS way, NULL::uuid AS file, e->'became'->>'id' AS entry, e->'to'->>'path' AS path, (e->'to'->>'line')::int AS line FROM own JOIN migration_write w ON w.team_id = ${teamId}::uuid AND w.migration_id = own.migration_id AND w.file_id = own.file_id
        CROSS JOIN LATERAL jsonb_array_elements(w.entries) e WHERE e->>'id' = ${entryId} AND e->'became'->>'id' <> ${entryId}
      UNION ALL
      SELECT w.migration_id, 'from', w.file_id, e->>'id', e->'from'->>'path', (e->'from'->>'line')::int FROM own JOIN migration_write w ON w.team_id = ${teamId}::uuid AND w.migration_id = own.migration_id AND w.file_id <> own.file_id
        CROSS JOIN LATERAL jsonb_array_elements(w.entries) e WHERE e->'became'->>'id' = ${entryId} AND e->>'id' <> ${entryId})
    SELECT m.id AS migration, moves.way, f.id AS file, moves.entry, moves.path, moves.line, m.by_name AS by, to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, m.reason,
      EXISTS (SELECT 1 FROM revert v WHERE v.team_id = m.team_id AND v.of->>'migration' = m.id::text AND NOT EXISTS (SELECT 1 FROM revert x WHERE x.team_id = v.team_id AND x.of->>'revert' = v.id::text)) AS undone
    FROM moves JOIN migration m ON m.team_id = ${teamId}::uuid AND m.id = moves.migration_id
      JOIN memory_file f ON f.team_id = m.team_id AND f.id = coalesce(moves.file, (SELECT n.file_id FROM entry n WHERE n.team_id = m.team_id AND n.id = moves.entry::uuid), (SELECT g.id FROM memory_file g WHERE g.team_id = m.team_id AND g.project_id = m.project_id AND g.path = moves.path))
    ORDER BY m.id DESC, moves.path, moves.line LIMIT ${MOST}`
}
