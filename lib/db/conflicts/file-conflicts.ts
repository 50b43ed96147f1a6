import { createHash } from "node:crypto"
import type { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"

type Reader = Pick<Tx, "$queryRaw">

/** A file that changed here and in its source, in the same place. */
export interface FileConflictFound {
  readonly fileId: string
  readonly projectId: string
  readonly sourceId: string
  /** What both last agreed on; null where nobody has it any more, or the file was made here. */
  readonly base: string | null
  /** What Quarterdeck says. */
  readonly ours: string
  /** What the source says. */
  readonly theirs: string
  /** What raised it, in a sentence. */
  readonly message: string
  readonly foundBy: "import" | "write-back" | "sync"
}

/**
 * Opens the conflict of a file, or says in the one that is open what its sides say now: a file has one at a time. Where both say what
 * they said, nothing is written. Of several folders that are kept in step, the first one's conflict is decided before the next one's.
 * Answers its id.
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

/** A file conflict with its file as that stands now. */
export interface FileConflict {
  readonly id: string
  readonly state: string
  readonly round: number
  readonly fileId: string
  readonly path: string
  readonly projectId: string
  readonly sourceId: string
  /** The source's name. */
  readonly source: string
  /** A folder of a client takes what was decided with its next sync; others are written back to. */
  readonly isSynced: boolean
  readonly base: string | null
  /** While it is open, what the file's head says; afterwards, what it said when it was decided. */
  readonly ours: string
  readonly theirs: string
  /** Number of the file's head. */
  readonly head: number
}

/** With `hold`, it stays as it is until the transaction ends. */
export async function findFileConflict(
  teamId: string,
  id: string,
  client: Reader = database(),
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

/** The open conflicts of files, by the file's id. */
export async function openFileConflicts(
  teamId: string,
  fileIds: readonly string[],
): Promise<Map<string, string>> {
  if (fileIds.length === 0) return new Map()
  const rows = await database().conflict.findMany({
    where: { teamId, kind: "file", state: "open", fileId: { in: [...fileIds] } },
    select: { id: true, fileId: true },
  })
  return new Map(rows.flatMap((row) => (row.fileId === null ? [] : [[row.fileId, row.id] as const])))
}

/** Both sides of these files agree again, or can be merged: there is nothing left to decide. */
export async function closeFileConflicts(tx: Tx, teamId: string, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return
  await tx.conflict.updateMany({
    where: { teamId, kind: "file", state: "open", fileId: { in: [...fileIds] } },
    data: { state: "gone", openKey: null, decidedAt: new Date() },
  })
}

/** Closes the conflicts of files with its source that an import took or found the same; those that it set aside stay open. */
export async function closeMetConflicts(tx: Tx, teamId: string, runId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE conflict c SET state = 'gone', open_key = NULL, decided_at = now() FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      JOIN import_item i ON i.team_id = f.team_id AND i.run_id = ${runId}::uuid AND i.path = f.path AND i.project_name = p.name
    WHERE c.team_id = ${teamId}::uuid AND c.kind = 'file' AND c.state = 'open' AND f.team_id = c.team_id AND f.id = c.file_id AND i.status IN ('new', 'changed', 'same', 'gone')
      AND c.source_id = (SELECT n.source_id FROM import_run n WHERE n.team_id = i.team_id AND n.id = i.run_id)`
}

/** What a decision did to its file, and what takes it back. */
export interface FileWrite {
  readonly fileId: string
  /** The revision that it made; null where the text stayed. */
  readonly revision: number | null
  /** What the two last agreed on before and after, as hexadecimal SHA-256; null where nobody knew. */
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

/** Writes down the decision on a conflict that is held. */
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

/** What a decision did, as it was written down; null where the conflict is not decided. */
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
