import { visibleRows } from "../infra/visible-rows"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"

/** A file that changed since an instant. */
export interface FileAtInstant {
  readonly fileId: string
  readonly path: string
  readonly project: string
  /** Number of the revision at that time. Null if the file did not exist. */
  readonly revision: number | null
  readonly presentThen: boolean
  readonly presentNow: boolean
  readonly head: number
  /** True if the text or the id of an entry differs. */
  readonly differs: boolean
}

/**
 * Returns the files that must change to restore the state at an instant (ISO, to the microsecond), by project
 * and path. A file must change if its text differs, or if only one of the two states is present. Files that
 * are removed in both states are left out.
 */
export async function filesChangedSince(
  visible: Visibility,
  at: string,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<FileAtInstant[]> {
  return client.$queryRaw<FileAtInstant[]>`
    SELECT * FROM (
      SELECT f.id AS "fileId", f.path, p.name AS project, past.number AS revision, past.number IS NOT NULL AND coalesce(turn.present, true) AS "presentThen", f.state <> 'gone' AS "presentNow", f.head,
        past.number IS NOT NULL AND past.number < f.head AND (past.sha256 <> f.sha256 OR (cardinality(past.entry_ids) > 0 AND past.entry_ids <> h.entry_ids)) AS differs
      FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id JOIN revision h ON h.team_id = f.team_id AND h.file_id = f.id AND h.number = f.head
      LEFT JOIN LATERAL (SELECT r.number, r.sha256, r.entry_ids FROM revision r WHERE r.team_id = f.team_id AND r.file_id = f.id AND r.created_at <= ${at}::timestamptz ORDER BY r.number DESC LIMIT 1) past ON true
      LEFT JOIN LATERAL (SELECT t.present FROM presence t WHERE t.team_id = f.team_id AND t.file_id = f.id AND t.created_at <= ${at}::timestamptz ORDER BY t.number DESC LIMIT 1) turn ON true
      WHERE ${visibleRows(visible, "f")}
    ) AS compared WHERE "presentThen" <> "presentNow" OR ("presentThen" AND differs) ORDER BY project, path, "fileId"`
}

export interface TextAtInstant {
  readonly fileId: string
  readonly text: string
  readonly entryIds: readonly string[]
}

/**
 * Returns the texts and entry ids of revisions, by file id. `wanted` has at most one revision of each file.
 */
export async function textsOfRevisions(
  { teamId }: Visibility,
  wanted: readonly { readonly fileId: string; readonly revision: number }[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<Map<string, TextAtInstant>> {
  const rows = await client.$queryRaw<TextAtInstant[]>`
    SELECT r.file_id AS "fileId", r.text, r.entry_ids AS "entryIds" FROM unnest(${wanted.map((one) => one.fileId)}::uuid[], ${wanted.map((one) => one.revision)}::int[]) AS wanted(file_id, number)
    JOIN revision r ON r.team_id = ${teamId}::uuid AND r.file_id = wanted.file_id AND r.number = wanted.number`
  return new Map(rows.map((row) => [row.fileId, row]))
}

/**
 * Restores the blocks on forgotten entries of a team or project to their state at an instant. Existing
 * entries are never blocked.
 */
export async function restoreForgottenState(
  tx: Tx,
  teamId: string,
  { at, projectId, by }: { at: string; projectId: string | null; by: string },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE forgotten g SET restored_at = NULL, restored_by = NULL WHERE g.team_id = ${teamId}::uuid AND (${projectId}::uuid IS NULL OR g.project_id = ${projectId}::uuid) AND g.created_at <= ${at}::timestamptz AND g.restored_at > ${at}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.team_id = g.team_id AND e.id = g.entry_id)`
  await tx.$executeRaw`
    UPDATE forgotten g SET restored_at = now(), restored_by = ${by} WHERE g.team_id = ${teamId}::uuid AND (${projectId}::uuid IS NULL OR g.project_id = ${projectId}::uuid) AND g.restored_at IS NULL
      AND EXISTS (SELECT 1 FROM entry e WHERE e.team_id = g.team_id AND e.id = g.entry_id)`
}
