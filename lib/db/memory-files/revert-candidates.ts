import { visibleRows } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"

export const WRITER_KINDS = ["agent", "session", "token", "person", "run"] as const
export type WriterKind = (typeof WRITER_KINDS)[number]

/** An author of effective writes, with totals. */
export interface Writer {
  readonly kind: WriterKind
  /** The name of an agent or session, or the id of a token, person or run. */
  readonly id: string
  readonly name: string
  readonly files: number
  readonly revisions: number
  /** Number of proposals that are still in effect. */
  readonly proposals: number
  readonly first: Date
  readonly last: Date
}

export interface WritersWanted {
  readonly from: string | null
  readonly to: string | null
  readonly kind: WriterKind | null
  readonly take: number
}

/**
 * Returns at most `take` authors of a period, latest write first. A proposal counts for its agent, its
 * session, and its token or person.
 */
export async function listWriters(
  visible: Visibility,
  { from, to, kind, take }: WritersWanted,
): Promise<Writer[]> {
  const within = Prisma.sql`${visibleRows(visible, "f")} AND (${from}::timestamptz IS NULL OR r.created_at >= ${from}::timestamptz) AND (${to}::timestamptz IS NULL OR r.created_at <= ${to}::timestamptz)`
  return database().$queryRaw<Writer[]>`
    WITH parts AS MATERIALIZED (
      SELECT r.file_id, r.number, r.created_at, pr.id AS proposal, pr.author_kind, pr.author_id, pr.author_name, pr.author_agent, pr.session FROM review rv
      JOIN proposal pr ON pr.team_id = rv.team_id AND pr.id = rv.proposal_id JOIN revision r ON r.team_id = rv.team_id AND r.file_id = rv.file_id AND r.number = rv.revision
      JOIN memory_file f ON f.team_id = r.team_id AND f.id = r.file_id
      WHERE rv.team_id = ${visible.teamId}::uuid AND rv.undone_at IS NULL AND ${within}
        AND NOT EXISTS (SELECT 1 FROM reverted rt WHERE rt.team_id = rv.team_id AND rt.proposal_id = rv.proposal_id AND rt.round = rv.round AND rt.released_by IS NULL)
    ), whole AS MATERIALIZED (
      SELECT r.file_id, r.number, r.created_at, r.run_id, r.actor_kind, r.actor_id, r.actor_name, coalesce(a.agent_name, k.agent) AS agent, a.session FROM revision r JOIN memory_file f ON f.team_id = r.team_id AND f.id = r.file_id
      LEFT JOIN agent_write a ON a.team_id = r.team_id AND a.file_id = r.file_id AND a.revision = r.number
      LEFT JOIN access_token k ON r.actor_kind = 'token' AND k.id::text = r.actor_id
      WHERE r.team_id = ${visible.teamId}::uuid AND ${within}
        AND NOT EXISTS (SELECT 1 FROM review d WHERE d.team_id = r.team_id AND d.file_id = r.file_id AND (d.revision = r.number OR d.undone_revision = r.number))
        AND NOT EXISTS (SELECT 1 FROM reverted rt WHERE rt.team_id = r.team_id AND rt.file_id = r.file_id AND rt.revision = r.number AND rt.proposal_id IS NULL AND rt.released_by IS NULL)
    ), written AS (
      SELECT 'agent' AS kind, author_agent AS id, author_agent AS name, file_id, number, proposal, created_at FROM parts WHERE author_agent IS NOT NULL
      UNION ALL SELECT 'session', session, session, file_id, number, proposal, created_at FROM parts WHERE session IS NOT NULL
      UNION ALL SELECT author_kind, author_id, author_name, file_id, number, proposal, created_at FROM parts WHERE author_kind IN ('token', 'person')
      UNION ALL SELECT 'agent', agent, agent, file_id, number, NULL, created_at FROM whole WHERE run_id IS NULL AND agent IS NOT NULL
      UNION ALL SELECT 'session', session, session, file_id, number, NULL, created_at FROM whole WHERE run_id IS NULL AND session IS NOT NULL
      UNION ALL SELECT actor_kind, actor_id, actor_name, file_id, number, NULL, created_at FROM whole WHERE run_id IS NULL AND actor_kind IN ('token', 'person')
      UNION ALL SELECT 'run', w.run_id::text, s.name, w.file_id, w.number, NULL, w.created_at FROM whole w JOIN import_run i ON i.team_id = ${visible.teamId}::uuid AND i.id = w.run_id JOIN source s ON s.team_id = i.team_id AND s.id = i.source_id
    )
    SELECT kind, id, max(name) AS name, count(DISTINCT file_id)::int AS files, count(DISTINCT (file_id, number))::int AS revisions, count(DISTINCT proposal)::int AS proposals, min(created_at) AS first, max(created_at) AS last
    FROM written WHERE ${kind}::text IS NULL OR kind = ${kind} GROUP BY kind, id ORDER BY max(created_at) DESC, kind, id LIMIT ${take}`
}

export interface PastEvent {
  readonly kind: "import" | "revert" | "restore" | "decisions"
  readonly name: string
  readonly by: string
  readonly files: number
  /** ISO instant just before the event, in microseconds. */
  readonly before: string
}

/** Returns events that changed much at once, latest first: points in time to restore. */
export async function pastEvents({ teamId }: Visibility, take: number): Promise<PastEvent[]> {
  return database().$queryRaw<PastEvent[]>`
    SELECT kind, name, by, files, to_char((at - interval '1 microsecond') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS before FROM (
      (SELECT 'import' AS kind, s.name, i.actor_name AS by, n.files, least(i.started_at, n.at) AS at FROM import_run i JOIN source s ON s.team_id = i.team_id AND s.id = i.source_id
        JOIN LATERAL (SELECT count(*)::int AS files, min(r.created_at) AS at FROM revision r WHERE r.team_id = i.team_id AND r.run_id = i.id) n ON n.files > 0
        WHERE i.team_id = ${teamId}::uuid AND i.started_at IS NOT NULL ORDER BY i.started_at DESC LIMIT ${take})
      UNION ALL (SELECT CASE WHEN v.of ? 'at' THEN 'restore' ELSE 'revert' END, v.name, v.by_name, v.files, v.created_at FROM revert v WHERE v.team_id = ${teamId}::uuid ORDER BY v.created_at DESC LIMIT ${take})
      UNION ALL (SELECT 'decisions', count(*) || ' proposals approved at once', max(rv.by_name), count(DISTINCT rv.file_id)::int, min(r.created_at) FROM review rv
        JOIN revision r ON r.team_id = rv.team_id AND r.file_id = rv.file_id AND r.number = rv.revision
        WHERE rv.team_id = ${teamId}::uuid GROUP BY rv.created_at, rv.by_id HAVING count(*) >= 5 ORDER BY min(r.created_at) DESC LIMIT ${take})) AS happened
    ORDER BY at DESC LIMIT ${take}`
}

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
