import type { Visibility } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import type { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"

/** A conflict of a file that changed in the same part here and in its source. */
export interface FileConflictFound {
  readonly fileId: string
  readonly projectId: string
  readonly sourceId: string
  /** Text of the merge base. Null if it is no longer stored, or the file was created here. */
  readonly base: string | null
  /** Text of the file here. */
  readonly ours: string
  /** Text of the file in the source. */
  readonly theirs: string
  /** Cause of the conflict, as one sentence. */
  readonly message: string
  readonly foundBy: "import" | "write-back" | "sync"
}

/**
 * Opens a conflict of a file, or updates the open one, and returns its id. A file has at most one open
 * conflict. Unchanged texts are not written again. If several synced folders conflict, the conflict of the
 * first folder stays until its decision.
 */
export async function openFileConflict(tx: Tx, teamId: string, found: FileConflictFound): Promise<string> {
  const evidence = JSON.stringify({ message: found.message, words: null, score: null })
  await tx.$executeRaw`
    INSERT INTO conflict AS c (team_id, id, kind, finding, state, project_id, open_key, evidence, found_by, file_id, source_id, base, ours, theirs)
    VALUES (${teamId}::uuid, ${newId()}::uuid, 'file', 'file', 'open', ${found.projectId}::uuid, ${keyOf(found.fileId)}, ${evidence}::jsonb, ${found.foundBy},
      ${found.fileId}::uuid, ${found.sourceId}::uuid, ${found.base}, ${found.ours}, ${found.theirs})
    ON CONFLICT (team_id, open_key) DO UPDATE SET base = excluded.base, ours = excluded.ours, theirs = excluded.theirs, source_id = excluded.source_id, evidence = excluded.evidence
    WHERE (c.base, c.ours, c.theirs, c.source_id) IS DISTINCT FROM (excluded.base, excluded.ours, excluded.theirs, excluded.source_id)
      AND (excluded.found_by <> 'sync' OR c.source_id = excluded.source_id)`
  const [open] = await tx.$queryRaw<
    { id: string }[]
  >`SELECT id FROM conflict WHERE team_id = ${teamId}::uuid AND open_key = ${keyOf(found.fileId)}`
  return open?.id ?? ""
}

const keyOf = (fileId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(`file\0${fileId}`).digest())

/** A file conflict with the file's current state. */
export interface FileConflict {
  readonly id: string
  readonly state: string
  readonly round: number
  readonly fileId: string
  readonly path: string
  readonly projectId: string
  readonly sourceId: string
  /** Name of the source. */
  readonly source: string
  /**
   * True if the source is a synced folder of a client. Its next sync fetches the decision; other sources need
   * a write-back.
   */
  readonly isSynced: boolean
  readonly base: string | null
  /** The file's current text if the conflict is open, else its text at the decision. */
  readonly ours: string
  readonly theirs: string
  /** Current revision of the file. */
  readonly head: number
}

/** Returns a file conflict, and locks it with `hold`. Null if there is none. */
export async function findFileConflict(
  { teamId }: Visibility,
  id: string,
  client: Pick<Reader, "$queryRaw"> = database(),
  { hold = false } = {},
): Promise<FileConflict | null> {
  if (!isId(id)) return null
  if (hold)
    await client.$queryRaw`SELECT id FROM conflict WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const [row] = await client.$queryRaw<FileConflict[]>`
    SELECT c.id, c.state, c.round, f.id AS "fileId", f.path, f.project_id AS "projectId", c.source_id AS "sourceId", coalesce(s.name, 'its source') AS source, coalesce(s.kind = 'client', false) AS "isSynced", c.base,
      CASE WHEN c.state = 'open' THEN r.text ELSE c.ours END AS ours, c.theirs, f.head
    FROM conflict c JOIN memory_file f ON f.team_id = c.team_id AND f.id = c.file_id JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
    LEFT JOIN source s ON s.team_id = c.team_id AND s.id = c.source_id
    WHERE c.team_id = ${teamId}::uuid AND c.id = ${id}::uuid AND c.kind = 'file'`
  return row ?? null
}

/** Returns the ids of the open conflicts of files, by file id. */
export async function openFileConflicts(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<Map<string, string>> {
  if (fileIds.length === 0) return new Map()
  const rows = await database().conflict.findMany({
    where: { teamId, kind: "file", state: "open", fileId: { in: [...fileIds] } },
    select: { id: true, fileId: true },
  })
  return new Map(rows.flatMap((row) => (row.fileId === null ? [] : [[row.fileId, row.id] as const])))
}

/** Closes the open conflicts of files because their two texts are equal again or can be merged. */
export async function closeFileConflicts(tx: Tx, teamId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await tx.conflict.updateMany({
    where: { teamId, kind: "file", state: "open", fileId: { in: [...fileIds] } },
    data: { state: "gone", openKey: null, decidedAt: new Date() },
  })
}

/**
 * Closes the open conflicts with the import's source of files that the import stored, found unchanged, or
 * found removed. Conflicts of quarantined files stay open.
 */
export async function closeMetConflicts(tx: Tx, teamId: string, runId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE conflict c SET state = 'gone', open_key = NULL, decided_at = now() FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      JOIN import_item i ON i.team_id = f.team_id AND i.run_id = ${runId}::uuid AND i.path = f.path AND i.project_name = p.name
    WHERE c.team_id = ${teamId}::uuid AND c.kind = 'file' AND c.state = 'open' AND f.team_id = c.team_id AND f.id = c.file_id AND i.status IN ('new', 'changed', 'same', 'gone')
      AND c.source_id = (SELECT n.source_id FROM import_run n WHERE n.team_id = i.team_id AND n.id = i.run_id)`
}

/** The effect of a decision on the file, with the data that undoes it. */
export interface FileWrite {
  readonly fileId: string
  /** Number of the new revision. Null if the text did not change. */
  readonly revision: number | null
  /** SHA-256 of the merge base before and after the decision, in hexadecimal. `before` is null if unknown. */
  readonly base: { readonly before: string | null; readonly after: string }
}

export interface FileDecision {
  readonly conflict: FileConflict
  readonly verdict: "ours" | "theirs" | "merge"
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string
  readonly shown: string
  readonly write: FileWrite
}

/** Stores the decision on a conflict and closes the conflict, which must be locked. */
export async function settleFileConflict(
  tx: Tx,
  teamId: string,
  { conflict, verdict, by, reason, shown, write }: FileDecision,
  now: Date,
): Promise<void> {
  await tx.resolution.create({
    data: {
      teamId,
      conflictId: conflict.id,
      round: conflict.round,
      verdict,
      byKind: by.kind,
      byId: by.id,
      byName: by.name,
      reason,
      shown: new Uint8Array(Buffer.from(shown, "hex")),
      writes: [{ ...write, changes: [], inverse: [] }] as unknown as Prisma.InputJsonValue,
    },
  })
  await tx.conflict.update({
    where: { teamId_id: { teamId, id: conflict.id } },
    data: { state: "resolved", openKey: null, decidedAt: now, ours: conflict.ours },
  })
}

/**
 * Returns the verdict and the effect of the current decision. Null if the conflict is not decided, or the
 * decision was undone.
 */
export async function fileDecisionOf(
  tx: Tx,
  teamId: string,
  { id, round }: Pick<FileConflict, "id" | "round">,
): Promise<{ verdict: string; write: FileWrite } | null> {
  const row = await tx.resolution.findUnique({
    where: { teamId_conflictId_round: { teamId, conflictId: id, round } },
  })
  const [write] = (row?.writes ?? []) as unknown as FileWrite[]
  return row && write && row.undoneAt === null ? { verdict: row.verdict, write } : null
}

/** Reopens a decided conflict. Returns false if another conflict of its file is open. */
export async function reopenFileConflict(
  tx: Tx,
  teamId: string,
  { id, round, fileId }: Pick<FileConflict, "id" | "round" | "fileId">,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<boolean> {
  const open = await tx.conflict.findFirst({
    where: { teamId, openKey: keyOf(fileId) },
    select: { id: true },
  })
  if (open) return false
  await tx.resolution.update({
    where: { teamId_conflictId_round: { teamId, conflictId: id, round } },
    data: { undoneAt: at, undoneBy: by },
  })
  await tx.conflict.update({
    where: { teamId_id: { teamId, id } },
    data: { state: "open", round: round + 1, openKey: keyOf(fileId), decidedAt: null },
  })
  return true
}

export type FileTexts = Pick<FileConflict, "id" | "fileId" | "path" | "source" | "base" | "ours" | "theirs">

/**
 * Returns file conflicts with their three texts, by conflict id. For an open conflict, `ours` is the current
 * text of the file.
 */
export async function fileTextsOf(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<Map<string, FileTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await database().$queryRaw<FileTexts[]>`
    SELECT c.id, f.id AS "fileId", f.path, coalesce(s.name, 'its source') AS source, c.base, CASE WHEN c.state = 'open' THEN r.text ELSE c.ours END AS ours, c.theirs
    FROM conflict c JOIN memory_file f ON f.team_id = c.team_id AND f.id = c.file_id JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
      LEFT JOIN source s ON s.team_id = c.team_id AND s.id = c.source_id
    WHERE c.team_id = ${teamId}::uuid AND c.id = ANY(${[...ids]}::uuid[]) AND c.kind = 'file'`
  return new Map(rows.map((row) => [row.id, row]))
}
