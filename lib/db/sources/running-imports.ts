import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { type Diagnostic, type FormatRule, addRules } from "@/lib/memory/memory-files/format"
import { IMPORT_ITEMS, type Row, upsert } from "../infra/bulk-upsert"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { newId } from "../infra/identifiers"
import { acquireLease, isLeased, type Lease } from "../leases"

export const RUN_STATES = ["collecting", "planned", "running", "done", "cancelled", "failed"] as const
export type RunState = (typeof RUN_STATES)[number]

export const ITEM_STATUSES = [
  "wanted",
  "received",
  "new",
  "changed",
  "same",
  "gone",
  "left-alone",
  "set-aside",
] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

export interface NewRun {
  readonly teamId: string
  readonly source: { readonly kind: string; readonly name: string }
  readonly complete: boolean
  readonly sync?: boolean | undefined
  readonly projectName: string | null
  readonly takenAs?: readonly FormatRule[] | undefined
}

interface OpenedRun {
  readonly id: string
  readonly sourceId: string
  /** Formats that people chose for files of the source. */
  readonly takenAs: readonly FormatRule[]
}

/**
 * Returns the id of a source, and creates it if it is missing. Safe for concurrent calls, unlike Prisma's
 * upsert.
 */
export async function knownSource(
  tx: Tx,
  teamId: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): Promise<string> {
  await tx.$executeRaw`
    INSERT INTO source (team_id, id, kind, name) VALUES (${teamId}::uuid, ${newId()}::uuid, ${kind}, ${name}) ON CONFLICT (team_id, kind, name) DO NOTHING`
  const where = { teamId_kind_name: { teamId, kind, name } }
  return (await tx.source.findUniqueOrThrow({ where, select: { id: true } })).id
}

/** Creates an import and cancels earlier unfinished imports of the same source. */
export async function openRun(tx: Tx, actor: Actor, run: NewRun): Promise<OpenedRun> {
  const { teamId, source } = run
  const sourceId = await knownSource(tx, teamId, source)
  await lockSource(tx, teamId, sourceId) // serialized, so that each run sees the others
  const earlier = await tx.importRun.findMany({
    where: { teamId, sourceId, state: { in: ["collecting", "planned", "running"] } },
    select: { id: true },
  })
  for (const one of earlier) {
    const state = await lockImportRun(tx, teamId, one.id)
    if (state === "done" || state === "failed" || state === "cancelled") continue
    await endImportRun(
      tx,
      { teamId, id: one.id },
      "cancelled",
      "replaced by a newer import from the same source",
    )
  }
  const id = newId()
  await tx.importRun.create({
    data: {
      teamId,
      id,
      sourceId,
      state: "collecting",
      complete: run.complete,
      sync: run.sync ?? false,
      projectName: run.projectName,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
    },
  })
  return { id, sourceId, takenAs: await storeFormatRules(tx, teamId, sourceId, run.takenAs ?? []) }
}

/** Stores formats that people chose for files of a source. Returns all stored ones. */
export async function storeFormatRules(
  tx: Tx,
  teamId: string,
  sourceId: string,
  added: readonly FormatRule[],
): Promise<readonly FormatRule[]> {
  const where = { teamId_id: { teamId, id: sourceId } }
  const source = await tx.source.findUniqueOrThrow({ where, select: { takenAs: true } })
  const before = source.takenAs as unknown as readonly FormatRule[]
  if (added.length === 0) return before
  const rules = addRules(before, added)
  await tx.source.update({
    where,
    data: { takenAs: rules.map(({ pattern, format, team }) => ({ pattern, format, ...(team && { team }) })) },
  })
  return rules
}

/**
 * Locks a source until the end of the transaction, so that no other import of it can be opened or finished.
 * Take this lock before that of the import to avoid deadlocks.
 */
export async function lockSource(tx: Tx, teamId: string, sourceId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM source WHERE team_id = ${teamId}::uuid AND id = ${sourceId}::uuid FOR UPDATE`
}

/**
 * Returns the agent, hash and reason of the agent definitions that the newest finished import of a source
 * read, by path. Empty if there is none.
 */
export async function knownDefinitions(
  { teamId }: Visibility,
  sourceId: string,
  tx: Pick<Reader, "importRun" | "importItem"> = database(),
): Promise<Map<string, { agent: string; sha256: string; reason: string }>> {
  const newest = await tx.importRun.findFirst({
    where: { teamId, sourceId, state: "done" },
    orderBy: { id: "desc" },
    select: { id: true },
  })
  const items = newest
    ? await tx.importItem.findMany({
        where: { teamId, runId: newest.id, status: "left-alone", agent: { not: null } },
        select: { path: true, agent: true, sha256: true, reason: true },
      })
    : []
  return new Map(
    items.flatMap(({ path, agent, sha256, reason }) =>
      agent && sha256
        ? [[path, { agent, sha256: Buffer.from(sha256).toString("hex"), reason: reason ?? "" }]]
        : [],
    ),
  )
}

/** Ends a run and deletes the file contents that it stored. Contents of merged files stay: the next merge starts from them. */
export async function endImportRun(
  tx: Tx,
  { teamId, id }: { readonly teamId: string; readonly id: string },
  state: "done" | "cancelled" | "failed",
  error: string | null = null,
): Promise<void> {
  await tx.importRun.update({
    where: { teamId_id: { teamId, id } },
    data: { state, error, finishedAt: new Date() },
  })
  await tx.importItem.updateMany({
    where: { teamId, runId: id, written: false, content: { not: null } },
    data: { content: null },
  })
}

export async function saveItems(tx: Tx, rows: readonly Row[]): Promise<void> {
  await upsert(tx, IMPORT_ITEMS, rows)
}

/**
 * Copies the stored diagnostics of unchanged files to the items of an import, because these files are not
 * parsed again.
 */
export async function copyDiagnostics(tx: Tx, teamId: string, runId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_item i SET diagnostics = f.diagnostics FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    WHERE i.team_id = ${teamId}::uuid AND i.run_id = ${runId}::uuid AND i.status = 'same' AND f.team_id = i.team_id AND p.name = i.project_name AND f.path = i.path
      AND f.diagnostics <> '[]'`
}

export interface RefusedContent {
  readonly path: string
  readonly size: number
  readonly reason: string
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Quarantines files that the import requested, with reasons, and deletes their received content. Returns the
 * number of files.
 */
export async function refuseContent(
  tx: Tx,
  teamId: string,
  runId: string,
  files: readonly RefusedContent[],
): Promise<number> {
  if (files.length === 0) return 0
  return tx.$executeRawUnsafe(
    `UPDATE import_item SET content = NULL, sha256 = NULL, size = row.size, status = 'set-aside', reason = row.reason, diagnostics = row.diagnostics,
       format = NULL, agent = NULL, category = NULL, scope = NULL
     FROM json_to_recordset($3::json) AS row(path text, size int, reason text, diagnostics jsonb)
     WHERE team_id = $1::uuid AND run_id = $2::uuid AND import_item.path = row.path AND status IN ('wanted', 'received')`,
    teamId,
    runId,
    JSON.stringify(files),
  )
}

/**
 * Stores the content of files that the import requested, and updates the time of its last activity. Returns
 * the number of files.
 */
export async function receiveContent(
  tx: Tx,
  teamId: string,
  runId: string,
  files: readonly { path: string; bytes: Uint8Array; sha256: string }[],
): Promise<number> {
  const rows = files.map((file) => ({
    path: file.path,
    sha256: file.sha256,
    size: file.bytes.length,
    content: Buffer.from(file.bytes).toString("base64"),
  }))
  await tx.importRun.update({
    where: { teamId_id: { teamId, id: runId } },
    data: { beatAt: new Date() },
  })
  return tx.$executeRawUnsafe(
    `UPDATE import_item SET content = decode(row.content, 'base64'), sha256 = decode(row.sha256, 'hex'), size = row.size, status = 'received'
     FROM json_to_recordset($3::json) AS row(path text, sha256 text, size int, content text)
     WHERE team_id = $1::uuid AND run_id = $2::uuid AND import_item.path = row.path AND status IN ('wanted', 'received')`,
    teamId,
    runId,
    JSON.stringify(rows),
  )
}

/** Marks ignored files of an import as requested, each for a project. */
export async function wantItems(
  tx: Tx,
  { teamId, runId }: { teamId: string; runId: string },
  files: readonly { readonly path: string; readonly project: string }[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE import_item i SET status = 'wanted', reason = NULL, agent = NULL, category = NULL, placed = false, project_name = coalesce(i.project_name, row.project)
    FROM json_to_recordset(${JSON.stringify(files)}::json) AS row(path text, project text)
    WHERE i.team_id = ${teamId}::uuid AND i.run_id = ${runId}::uuid AND i.path = row.path AND i.status = 'left-alone'`
}

export interface HeldItem {
  readonly path: string
  readonly status: ItemStatus
  readonly content: Uint8Array
  readonly modifiedAt: Date | null
  readonly projectName: string | null
  readonly agent: string | null
  readonly category: string | null
  readonly placed: boolean
}

const BATCH = { files: 100, bytes: 1024 * 1024 }

/**
 * Returns the next files of an import with one of these statuses and with content that is not stored yet, by
 * path, after the path `after`. At most 100 files and 1 MiB, but at least one file.
 */
export async function nextItems(
  { teamId }: Visibility,
  runId: string,
  statuses: readonly ItemStatus[],
  after: string,
): Promise<HeldItem[]> {
  const sizes = await database().importItem.findMany({
    where: {
      teamId,
      runId,
      status: { in: [...statuses] },
      written: false,
      content: { not: null },
      path: { gt: after },
    },
    select: { path: true, size: true },
    orderBy: { path: "asc" },
    take: BATCH.files,
  })
  let bytes = 0
  const paths = sizes
    .filter((item, place) => (bytes += item.size) <= BATCH.bytes || place === 0)
    .map((item) => item.path)
  if (paths.length === 0) return []
  const items = await database().importItem.findMany({
    where: { teamId, runId, path: { in: paths } },
    select: {
      path: true,
      status: true,
      content: true,
      modifiedAt: true,
      projectName: true,
      agent: true,
      category: true,
      placed: true,
    },
    orderBy: { path: "asc" },
  })
  return items.flatMap((item) =>
    item.content === null ? [] : [{ ...item, status: item.status as ItemStatus, content: item.content }],
  )
}

/**
 * Takes the lease on an import and sets it to running. Returns the lease. Null if another process works on
 * the import, or if it has ended.
 */
export async function claimImportRun(tx: Tx, teamId: string, id: string): Promise<Lease | null> {
  const state = await lockImportRun(tx, teamId, id)
  if (state === null || !CLAIMABLE.includes(state)) return null
  const lease = await acquireLease(`import ${id}`, {}, tx)
  if (lease === null) return null
  await tx.$executeRaw`
    UPDATE import_run SET state = 'running', started_at = coalesce(started_at, now())
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`
  return lease
}

const CLAIMABLE: readonly RunState[] = ["collecting", "planned", "running"]

/**
 * Locks an import until the end of the transaction and returns its state, or null if there is none. A
 * cancellation waits for this lock. `shared` allows other shared locks. An advisory lock is used, because a
 * row lock would block updates of the last activity.
 */
export async function lockImportRun(
  tx: Tx,
  teamId: string,
  id: string,
  { shared = false } = {},
): Promise<RunState | null> {
  await tx.$queryRawUnsafe(
    `SELECT count(pg_advisory_xact_lock${shared ? "_shared" : ""}(hashtextextended($1, 0)))`,
    `run:${id}`,
  )
  const rows = await tx.$queryRaw<
    { state: RunState }[]
  >`SELECT state FROM import_run WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid`
  return rows[0]?.state ?? null
}

/**
 * Locks paths of a team ("project name/path") until the end of the transaction, so that no other transaction
 * stores a file there. Locks in a fixed order to avoid deadlocks: first a shared lock on the team's memory,
 * then the paths.
 */
export async function lockPlaces(tx: Tx, teamId: string, places: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    WITH shared AS MATERIALIZED (SELECT count(pg_advisory_xact_lock_shared(hashtextextended(${`memory:${teamId}`}, 0))) AS held)
    SELECT count(pg_advisory_xact_lock(key)) FROM (
      SELECT hashtextextended(${teamId} || place, 0) AS key FROM unnest(${[...places]}::text[]) AS place WHERE (SELECT held FROM shared) = 1 ORDER BY key) AS keys`
}

/**
 * Locks all memory of a team, for writes to more files than can be locked by path. Take this lock before
 * locking paths.
 */
export async function lockMemory(tx: Tx, teamId: string): Promise<void> {
  await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(hashtextextended(${`memory:${teamId}`}, 0)))`
}

export interface AbandonedRun {
  readonly teamId: string
  readonly id: string
  readonly state: "collecting" | "planned"
  readonly sourceName: string
}

/** Returns unfinished runs without activity since a time that depends on their state. */
export async function listAbandonedRuns(
  before: Readonly<Record<AbandonedRun["state"], Date>>,
  teams: readonly string[] | null,
): Promise<AbandonedRun[]> {
  return database().$queryRaw<AbandonedRun[]>`
    SELECT r.team_id AS "teamId", r.id, r.state, s.name AS "sourceName" FROM import_run r JOIN source s ON s.team_id = r.team_id AND s.id = r.source_id
    WHERE (r.state = 'collecting' AND coalesce(r.beat_at, r.created_at) < ${before.collecting}::timestamptz
        OR r.state = 'planned' AND coalesce(r.beat_at, r.created_at) < ${before.planned}::timestamptz)
      AND ${teams === null ? Prisma.sql`true` : Prisma.sql`r.team_id = ANY(${[...teams]}::uuid[])`}
    ORDER BY r.id`
}

/** Returns runs whose process died. */
export async function abandonedRuns(): Promise<{ teamId: string; id: string }[]> {
  return database().$queryRaw`
    SELECT team_id AS "teamId", id FROM import_run WHERE state = 'running' AND NOT ${isLeased(Prisma.sql`'import ' || import_run.id`)}`
}

/**
 * Deletes the content of finished items of an import. The caller leaves out merged items, whose content is a
 * merge base.
 */
export async function dropContent(
  tx: Tx,
  teamId: string,
  runId: string,
  paths: readonly string[],
): Promise<void> {
  await tx.importItem.updateMany({
    where: { teamId, runId, path: { in: [...paths] } },
    data: { content: null },
  })
}
