import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import {
  type Diagnostic,
  type LoadLimits,
  type Location,
  type ParsedFile,
  audienceText,
  isBroken,
  sectionOfEntry,
  sessionsOfFile,
} from "@/lib/memory/memory-files/format"
import { activityOf, dayOfFile } from "@/lib/memory/agents/activity"
import { spelledWords } from "@/lib/memory/search/spelling"
import {
  ENTRIES,
  LOG_RECORDS,
  MEMORY_FILES,
  REVISIONS,
  type Row,
  SECTIONS,
  upsert,
} from "../infra/bulk-upsert"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { withLimitsOfPlace } from "../policies"
import { keepWords } from "../search/vocabulary"
import { bringBackSeededAgents } from "../seed/agents"
import { baseOf, type Exchange } from "../sources/merge-bases"
import { REMOVED_BY_MIGRATION } from "../layout-migrations"

/** A stored file, for comparison with an import. */
export interface KnownFile {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
  readonly sourceId: string | null
  readonly path: string
  readonly state: string
  /**
   * SHA-256 of the current text, in hexadecimal. `base`: SHA-256 of the merge base with the compared source;
   * "" if unknown.
   */
  readonly sha256: string
  readonly base: string
  /** True if a merge base with the compared source is stored, so that the source has the file. */
  readonly held: boolean
  readonly head: number
  readonly format: string
  readonly role: string
  readonly scope: string
  readonly agent: string | null
  readonly category: string | null
  readonly entries: number
  readonly optedOut: boolean
  /** True if a revert, restore or migration removed the file, not its source. */
  readonly takenBack: boolean
  /** True if a migration, or its revert, removed the file. Its entries are in other files. */
  readonly takenAway: boolean
  /**
   * True if the file was removed and the compared source, which is synced, had it until now. Another source
   * of the project no longer has it.
   */
  readonly goneElsewhere: boolean
}

/**
 * Returns the stored files of a source and of projects with these names. With `paths`, only those. `from` is
 * the compared source.
 */
export async function knownFiles(
  { teamId }: Visibility,
  where: {
    sourceId: string | null
    projectNames: readonly string[]
    paths?: readonly string[]
    from?: Exchange
  },
  client: Pick<Reader, "$queryRawUnsafe"> = database(),
): Promise<KnownFile[]> {
  return client.$queryRawUnsafe<KnownFile[]>(
    `SELECT f.id, f.project_id AS "projectId", p.name AS "projectName", f.source_id AS "sourceId", f.path, f.state, encode(f.sha256, 'hex') AS sha256,
       coalesce(encode(${baseOf("$4::uuid", "$5::bool")}, 'hex'), '') AS base, b.file_id IS NOT NULL AS held, f.state = 'gone' AND $5::bool AND b.file_id IS NOT NULL AS "goneElsewhere", f.head, f.format, f.role, f.scope, a.name AS agent, c.slug AS category, f.entries,
       coalesce((f.meta->>'optedOut')::boolean, false) AS "optedOut",
       f.state = 'gone' AND EXISTS (
         SELECT 1 FROM revert_write w JOIN revert v ON v.team_id = w.team_id AND v.id = w.revert_id WHERE w.team_id = f.team_id AND w.file_id = f.id AND w.present = false
           AND NOT EXISTS (SELECT 1 FROM presence t WHERE t.team_id = f.team_id AND t.file_id = f.id AND t.present AND t.created_at > v.created_at)) OR (${REMOVED_BY_MIGRATION}) AS "takenBack",
       coalesce(${REMOVED_BY_MIGRATION}, false) AS "takenAway"
     FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
     LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
     LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
     LEFT JOIN source_base b ON b.team_id = f.team_id AND b.source_id = $4::uuid AND b.file_id = f.id
     WHERE f.team_id = $1::uuid AND (f.source_id = $2::uuid OR (b.file_id IS NOT NULL AND b.source_id = $2::uuid) OR p.name = ANY($3::text[]))${where.paths === undefined ? "" : " AND f.path = ANY($6::text[])"}`,
    teamId,
    where.sourceId,
    [...where.projectNames],
    where.from?.sourceId ?? null,
    where.from?.strict ?? false,
    ...(where.paths === undefined ? [] : [[...where.paths]]),
  )
}

/** Returns the diagnostics of a source's files that have any. */
export async function diagnosticsAt(
  { teamId }: Visibility,
  sourceId: string,
  paths: readonly string[],
): Promise<{ path: string; diagnostics: Diagnostic[] }[]> {
  if (paths.length === 0) return []
  return database().$queryRaw<{ path: string; diagnostics: Diagnostic[] }[]>`
    SELECT path, diagnostics FROM memory_file
    WHERE team_id = ${teamId}::uuid AND source_id = ${sourceId}::uuid AND path = ANY(${[...paths]}::text[]) AND diagnostics <> '[]'`
}

/** The texts for a three-way merge. */
export interface DecidedFile {
  readonly id: string
  /** Current text. `base`: text of the merge base; null if it is no longer stored. */
  readonly head: string
  readonly base: string | null
  /** Number of revisions after the merge base that no import wrote. */
  readonly decisions: number
}

/**
 * Returns the texts for three-way merges of files. The text of the merge base is read from a revision, from
 * an import that merged decisions, or from a file conflict.
 */
export async function decidedFiles(
  { teamId }: Visibility,
  ids: readonly string[],
  client: Pick<Reader, "$queryRawUnsafe"> = database(),
  from: Exchange | null = null,
): Promise<DecidedFile[]> {
  if (ids.length === 0) return []
  const rows = await client.$queryRawUnsafe<
    (Omit<DecidedFile, "base"> & { agreed: string | null; brought: Uint8Array | null })[]
  >(
    `SELECT f.id, h.text AS head, coalesce(agreed.text, decided.theirs) AS agreed, brought.content AS brought,
      (SELECT count(*)::int FROM revision r WHERE r.team_id = f.team_id AND r.file_id = f.id AND r.run_id IS NULL AND r.number > coalesce(agreed.number, 0)) AS decisions
    FROM memory_file f JOIN revision h ON h.team_id = f.team_id AND h.file_id = f.id AND h.number = f.head
    LEFT JOIN source_base b ON b.team_id = f.team_id AND b.source_id = $3::uuid AND b.file_id = f.id
    CROSS JOIN LATERAL (SELECT ${baseOf("$3::uuid", "$4::bool")} AS sha256) base
    LEFT JOIN LATERAL (
      SELECT r.number, r.text FROM revision r WHERE r.team_id = f.team_id AND r.file_id = f.id AND r.sha256 = base.sha256 ORDER BY r.number DESC LIMIT 1) agreed ON true
    LEFT JOIN LATERAL (
      SELECT i.content FROM import_item i WHERE agreed.number IS NULL AND i.team_id = f.team_id AND i.path = f.path AND i.sha256 = base.sha256 AND i.content IS NOT NULL AND i.run_id IN (
        SELECT r.run_id FROM revision r WHERE r.team_id = f.team_id AND r.file_id = f.id AND r.run_id IS NOT NULL UNION ALL
        SELECT n.id FROM import_run n WHERE n.team_id = f.team_id AND n.source_id = coalesce($3::uuid, f.source_id)) LIMIT 1) brought ON true
    LEFT JOIN LATERAL (
      SELECT c.theirs FROM conflict c WHERE agreed.number IS NULL AND c.team_id = f.team_id AND c.file_id = f.id AND c.kind = 'file' AND sha256(convert_to(c.theirs, 'UTF8')) = base.sha256 LIMIT 1) decided ON true
    WHERE f.team_id = $1::uuid AND f.id = ANY($2::uuid[])`,
    teamId,
    [...ids],
    from?.sourceId ?? null,
    from?.strict ?? false,
  )
  return rows.map(({ agreed, brought, ...row }) => ({
    ...row,
    base: agreed ?? (brought === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(brought)),
  }))
}

export interface KnownEntry {
  readonly id: string
  readonly fileId: string
  readonly key: string | null
  readonly text: string
  readonly section: string | null
  readonly sinceRevision: number
}

export async function entriesOf(tx: Tx, teamId: string, fileIds: readonly string[]): Promise<KnownEntry[]> {
  if (fileIds.length === 0) return []
  return tx.entry.findMany({
    where: { teamId, fileId: { in: [...fileIds] } },
    select: { id: true, fileId: true, key: true, text: true, section: true, sinceRevision: true },
    orderBy: [{ fileId: "asc" }, { position: "asc" }],
  })
}

/** A file to store: its text and everything derived from it. */
export interface FileToStore {
  readonly id: string
  readonly projectId: string
  readonly sourceId: string | null
  readonly agentId: string | null
  readonly categoryId: string | null
  readonly path: string
  readonly format: string
  readonly location: Location
  readonly text: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly sha256: string
  /** Hexadecimal SHA-256 of the merge base. */
  readonly base: string
  readonly bytes: number
  readonly lines: number
  readonly cut: number | null
  readonly limits: LoadLimits
  readonly parsed: ParsedFile
  readonly words: readonly string[]
  /** Version of the rules that parsed its entries. */
  readonly rules: number
  /** Id and first revision of each entry, in the order of `parsed.entries`. */
  readonly identities: readonly { readonly id: string; readonly sinceRevision: number }[]
  readonly head: number
  readonly modifiedAt: Date | null
  readonly by: {
    readonly kind: string
    readonly id: string
    readonly name: string
    readonly reason: string
    readonly runId: string | null
  }
}

/** Stores new revisions and derives their rows. Deletes entries that the text no longer has. */
export async function storeFiles(
  tx: Tx,
  teamId: string,
  derived: readonly FileToStore[],
  now: Date,
): Promise<void> {
  if (derived.length === 0) return
  const files = await withLimitsOfPlace(tx, teamId, derived)
  const known = files.filter((file) => file.head > 1)
  await notePresence(tx, teamId, {
    ids: known.map((file) => file.id),
    present: true,
    reason: "Written again",
    runId: known[0]?.by.runId ?? null,
  })
  await upsert(
    tx,
    MEMORY_FILES,
    files.map((file) => fileRow(teamId, file, now)),
  )
  await upsert(
    tx,
    REVISIONS,
    files.map((file) => revisionRow(teamId, file)),
  )
  await storeParts(
    tx,
    teamId,
    files,
    known.map((file) => file.id),
  )
  await bringBackSeededAgents(
    tx,
    teamId,
    known.map((file) => file.id),
  )
}

/** A file that is parsed again. Its text stays. */
export type RereadFile = Pick<
  FileToStore,
  "id" | "projectId" | "agentId" | "location" | "parsed" | "words" | "rules" | "identities" | "head"
>

/** Derives the rows of a file again, by newer rules. Its entries are compared again. */
export async function storeReading(tx: Tx, teamId: string, file: RereadFile): Promise<void> {
  const { id: fileId, head: number, identities } = file
  const { state, meta, diagnostics, ...columns } = readColumns(file)
  await tx.memoryFile.updateMany({
    where: { teamId, id: fileId },
    data: { ...columns, meta: asJson(meta), diagnostics: asJson(diagnostics), compared: 0 },
  })
  await tx.memoryFile.updateMany({ where: { teamId, id: fileId, state: { not: "gone" } }, data: { state } })
  await tx.revision.updateMany({
    where: { teamId, fileId, number },
    data: { entryIds: identities.map(({ id }) => id) },
  })
  await storeParts(tx, teamId, [file], [fileId])
}

/** Records the version of the rules that parsed files. */
export async function markRead(tx: Tx, teamId: string, ids: readonly string[], rules: number): Promise<void> {
  await tx.memoryFile.updateMany({ where: { teamId, id: { in: [...ids] } }, data: { rules } })
}

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Prisma.InputJsonValue

/** Stores the rows derived from texts. For known files, deletes what the text no longer has. */
async function storeParts(
  tx: Tx,
  teamId: string,
  files: readonly RereadFile[],
  known: readonly string[],
): Promise<void> {
  const kept = files.flatMap((file) => file.identities.map((one) => one.id))
  if (known.length > 0) {
    await tx.section.deleteMany({ where: { teamId, fileId: { in: [...known] } } })
    await tx.logRecord.deleteMany({ where: { teamId, fileId: { in: [...known] } } })
    await tx.$executeRawUnsafe(
      "DELETE FROM entry WHERE team_id = $1::uuid AND file_id = ANY($2::uuid[]) AND NOT (id = ANY($3::uuid[]))",
      teamId,
      known,
      kept,
    )
  }
  await upsert(
    tx,
    SECTIONS,
    files.flatMap((file) => sectionRows(teamId, file)),
  )
  await upsert(
    tx,
    ENTRIES,
    files.flatMap((file) => entryRows(teamId, file)),
  )
  await upsert(
    tx,
    LOG_RECORDS,
    files.flatMap((file) => logRows(teamId, file)),
  )
  await keepWords(tx, teamId, spelledWords(files.flatMap((file) => file.words)))
}

/** The reason for a removal or restoration of a file, for its history. */
export interface RemovalCause {
  readonly reason: string
  readonly runId: string | null
}

/** Marks files as removed. Text, entries and history stay. Returns the number of files that were present. */
export async function markFilesRemoved(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  turn: RemovalCause,
): Promise<number> {
  await notePresence(tx, teamId, { ids, present: false, ...turn })
  return tx.$executeRaw`UPDATE memory_file SET state = 'gone' WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state <> 'gone'`
}

/** Marks removed files as present, unchanged. Files without entries that have parse errors become broken. `sourceId` null keeps the source. */
export async function markPresent(
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  { sourceId, ...turn }: RemovalCause & { readonly sourceId: string | null },
): Promise<void> {
  await notePresence(tx, teamId, { ids, present: true, ...turn })
  await tx.$executeRaw`
    UPDATE memory_file SET source_id = coalesce(${sourceId}::uuid, source_id),
      state = CASE WHEN entries = 0 AND jsonb_path_exists(diagnostics, '$[*] ? (@.severity == "error")') THEN 'broken' ELSE 'present' END
    WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[])`
  await bringBackSeededAgents(tx, teamId, ids)
}

/**
 * Stores the hashes (in hexadecimal) of texts in a source as merge bases of files, for texts that are not
 * stored here.
 */
export async function setBases(
  tx: Tx,
  teamId: string,
  files: readonly { readonly id: string; readonly base: string }[],
): Promise<void> {
  for (const { id, base } of files)
    await tx.memoryFile.update({
      where: { teamId_id: { teamId, id } },
      data: { base: Buffer.from(base, "hex") },
    })
}

/**
 * Adds the files that are about to be removed or restored to the history. Files that are already in that
 * state are left out.
 */
async function notePresence(
  tx: Tx,
  teamId: string,
  {
    ids,
    present,
    reason,
    runId,
  }: RemovalCause & { readonly ids: readonly string[]; readonly present: boolean },
): Promise<void> {
  if (ids.length === 0) return
  await tx.$executeRaw`
    INSERT INTO presence (team_id, file_id, present, reason, run_id) SELECT team_id, id, ${present}, ${reason}, ${runId}::uuid FROM memory_file
    WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND (state = 'gone') = ${present}`
}

/**
 * Sets the current text as the merge base of files for which an import found exactly this text in the source.
 * A file without a source, which was created here, then belongs to the source. Files of other sources stay
 * unchanged.
 */
export async function markAgreed(
  tx: Tx,
  teamId: string,
  run: { readonly id: string; readonly sourceId: string },
): Promise<void> {
  await tx.$executeRaw`
    WITH decided AS MATERIALIZED (
      SELECT f.id, f.path, f.sha256, p.name AS project FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      WHERE f.team_id = ${teamId}::uuid AND f.base <> f.sha256)
    UPDATE memory_file f SET base = f.sha256, source_id = coalesce(f.source_id, ${run.sourceId}::uuid)
    FROM decided d JOIN import_item i ON i.team_id = ${teamId}::uuid AND i.run_id = ${run.id}::uuid AND i.path = d.path AND i.project_name = d.project AND i.sha256 = d.sha256
    WHERE i.status IN ('same', 'changed') AND f.team_id = ${teamId}::uuid AND f.id = d.id AND f.sha256 = d.sha256 AND coalesce(f.source_id, ${run.sourceId}::uuid) = ${run.sourceId}::uuid`
}

/** Records which agents opted out (`memory: disabled`). */
export async function setOptedOut(
  tx: Tx,
  teamId: string,
  agents: readonly { readonly agentId: string; readonly optedOut: boolean }[],
): Promise<void> {
  for (const { agentId: id, optedOut } of agents)
    await tx.agent.updateMany({ where: { teamId, id, optedOut: !optedOut }, data: { optedOut } })
}

function fileRow(teamId: string, file: FileToStore, now: Date): Row {
  const { parsed } = file
  return {
    team_id: teamId,
    id: file.id,
    project_id: file.projectId,
    source_id: file.sourceId,
    agent_id: file.agentId,
    category_id: file.categoryId,
    path: file.path,
    format: file.format,
    role: file.location.role,
    scope: file.location.scope,
    subject: file.location.subject,
    ...readColumns(file),
    sha256: file.sha256,
    base: file.base,
    head: file.head,
    bytes: file.bytes,
    lines: file.lines,
    cut: file.cut,
    limits: file.limits,
    activity: activityOf(parsed, now),
    rules: file.rules,
    updated_on: isWrittenHere(file)
      ? now.toISOString().slice(0, 10)
      : dayOfFile(parsed, file.modifiedAt, now),
    changed_at: now,
  }
}

/** True for a text that Quarterdeck wrote itself. Such a text can state earlier dates, but it is as new as its revision. */
const isWrittenHere = ({ by }: FileToStore): boolean => by.runId === null

/** Returns the columns of a file that summarize its entries. */
function readColumns({ parsed }: Pick<FileToStore, "parsed">) {
  return {
    state: isBroken(parsed) ? "broken" : "present",
    title: parsed.meta.title,
    entries: parsed.entries.length,
    retired: parsed.entries.filter((one) => one.state === "retired").length,
    sessions: sessionsOfFile(parsed),
    problems: parsed.diagnostics.filter((one) => one.severity !== "info").length,
    meta: parsed.meta,
    diagnostics: parsed.diagnostics,
  }
}

function revisionRow(teamId: string, file: FileToStore): Row {
  return {
    team_id: teamId,
    file_id: file.id,
    number: file.head,
    text: file.text,
    sha256: file.sha256,
    actor_kind: file.by.kind,
    actor_id: file.by.id,
    actor_name: file.by.name,
    reason: file.by.reason,
    run_id: file.by.runId,
    entry_ids: file.identities.map((one) => one.id),
  }
}

function sectionRows(teamId: string, file: RereadFile): Row[] {
  const entries = new Map<number, number>()
  for (const { section, state } of file.parsed.entries)
    if (section !== null && state === "current") entries.set(section, (entries.get(section) ?? 0) + 1)
  return file.parsed.sections.map((section, position) => ({
    team_id: teamId,
    file_id: file.id,
    position,
    name: section.name,
    level: section.level,
    line: section.span.line,
    end_line: section.span.endLine,
    audience: audienceText(section.audience),
    description: section.description,
    entries: entries.get(position) ?? 0,
  }))
}

function entryRows(teamId: string, file: RereadFile): Row[] {
  return file.parsed.entries.map((entry, position) => ({
    team_id: teamId,
    id: file.identities[position]?.id,
    project_id: file.projectId,
    file_id: file.id,
    agent_id: file.agentId,
    scope: file.location.scope,
    position,
    key: entry.key,
    text: entry.text,
    section: sectionOfEntry(file.parsed, entry),
    title: entry.title,
    labels: entry.labels,
    line: entry.span.line,
    end_line: entry.span.endLine,
    state: entry.state,
    retired_because: entry.retiredBecause,
    stated_on: entry.date,
    type: entry.type,
    confidence: entry.confidence,
    accessed_count: entry.accessedCount ?? 0,
    overrides: entry.overrides ?? null,
    since_revision: file.identities[position]?.sinceRevision,
    search: file.words[position] ?? "",
  }))
}

function logRows(teamId: string, file: RereadFile): Row[] {
  return file.parsed.sessions.map((record, position) => ({
    team_id: teamId,
    file_id: file.id,
    position,
    agent_id: file.agentId,
    date: record.date?.slice(0, 10) ?? null,
    summary: record.summary,
    outcome: record.outcome,
    line: record.line,
  }))
}
