import type { Visibility } from "@/lib/memory/teams/visibility"
import type { FormatId, FormatRule, Scope } from "@/lib/memory/memory-files/format"
import { database } from "../infra/client"
import { isId } from "../infra/identifiers"
import type { ItemStatus, RunState } from "./running-imports"

export interface RunSummary {
  readonly id: string
  readonly sourceId: string
  readonly sourceKind: string
  readonly sourceName: string
  readonly state: RunState
  readonly complete: boolean
  /** True if its source is synced. */
  readonly sync: boolean
  readonly projectName: string | null
  /** Formats that people chose for files of its source. */
  readonly takenAs: readonly FormatRule[]
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly files: number
  readonly bytes: number
  readonly error: string | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  /** Totals of the items if they were pruned, else null. */
  readonly pruned: {
    readonly items: Awaited<ReturnType<typeof countItems>>
    readonly broken: number
    readonly formats: Record<string, number>
  } | null
}

type RunRow = Awaited<ReturnType<typeof runRows>>[number]

function runRows(where: { teamId: string; id?: string }, take: number) {
  return database().importRun.findMany({
    where,
    include: { source: { select: { kind: true, name: true, takenAs: true } } },
    orderBy: { id: "desc" },
    take,
  })
}

export async function findRun({ teamId }: Visibility, id: string): Promise<RunSummary | null> {
  if (!isId(id)) return null
  const [row] = await runRows({ teamId, id }, 1)
  return row ? summary(row) : null
}

/**
 * Returns the id of a source and the formats that people chose for its files. Null if the source
 * does not exist.
 */
export async function findImportSource(
  { teamId }: Visibility,
  source: { readonly kind: string; readonly name: string },
): Promise<{ id: string; takenAs: readonly FormatRule[] } | null> {
  const found = await database().source.findUnique({
    where: { teamId_kind_name: { teamId, kind: source.kind, name: source.name } },
    select: { id: true, takenAs: true },
  })
  return found && { id: found.id, takenAs: found.takenAs as unknown as readonly FormatRule[] }
}

/** Returns at most `take` imports of a team, newest first. */
export async function listRuns({ teamId }: Visibility, take = 50): Promise<RunSummary[]> {
  return (await runRows({ teamId }, take)).map(summary)
}

export async function runPaths(
  { teamId }: Visibility,
  runId: string,
): Promise<{ path: string; projectName: string | null; status: string }[]> {
  return database().importItem.findMany({
    where: { teamId, runId, status: { not: "gone" } },
    select: { path: true, projectName: true, status: true },
  })
}

/** Returns files of a format that a run would store for the first time. */
export async function newItemsOf(
  { teamId }: Visibility,
  runId: string,
  { format, scope }: { readonly format: FormatId; readonly scope: Scope },
): Promise<{ path: string; status: string; format: string | null; scope: string | null }[]> {
  return database().importItem.findMany({
    where: { teamId, runId, status: "new", format, scope },
    select: { path: true, status: true, format: true, scope: true },
    orderBy: { path: "asc" },
  })
}

/**
 * Returns the content of the index files (`MEMORY.md`) of an import. Uses the received content, or the stored
 * text if no content is held.
 */
export async function runIndexes(
  { teamId }: Visibility,
  runId: string,
): Promise<{ path: string; bytes: Uint8Array }[]> {
  return database().$queryRaw<{ path: string; bytes: Uint8Array }[]>`
    SELECT i.path, coalesce(i.content, convert_to(r.text, 'UTF8')) AS bytes FROM import_item i
    LEFT JOIN project p ON p.team_id = i.team_id AND p.name = i.project_name
    LEFT JOIN memory_file f ON f.team_id = p.team_id AND f.project_id = p.id AND f.path = i.path
    LEFT JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
    WHERE i.team_id = ${teamId}::uuid AND i.run_id = ${runId}::uuid AND i.status NOT IN ('gone', 'set-aside')
      AND (i.path = 'MEMORY.md' OR i.path LIKE '%/MEMORY.md') AND (i.content IS NOT NULL OR r.text IS NOT NULL)`
}

/** Returns the stored texts of a source's index files (`MEMORY.md`). */
export async function sourceIndexes(
  { teamId }: Visibility,
  sourceId: string,
): Promise<{ path: string; text: string }[]> {
  return database().$queryRaw<{ path: string; text: string }[]>`
    SELECT f.path, r.text FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
    WHERE f.team_id = ${teamId}::uuid AND f.source_id = ${sourceId}::uuid AND f.state <> 'gone' AND (f.path = 'MEMORY.md' OR f.path LIKE '%/MEMORY.md')`
}

/** Returns those of the files that a run ignored, with their content if it was received. */
export async function leftAloneItems(
  { teamId }: Visibility,
  runId: string,
  paths: readonly string[],
): Promise<{ path: string; content: Uint8Array | null }[]> {
  return database().importItem.findMany({
    where: { teamId, runId, status: "left-alone", path: { in: [...paths] } },
    select: { path: true, content: true },
    orderBy: { path: "asc" },
  })
}

/** Returns those of the files of a run whose content is held. */
export async function heldContent(
  { teamId }: Visibility,
  runId: string,
  paths: readonly string[],
): Promise<{ path: string; content: Uint8Array; modifiedAt: Date | null }[]> {
  const items = await database().importItem.findMany({
    where: { teamId, runId, path: { in: [...paths] }, content: { not: null } },
    select: { path: true, content: true, modifiedAt: true },
  })
  return items.map(({ content, ...item }) => ({ ...item, content: content ?? new Uint8Array() }))
}

/** Returns the numbers of files and entries of a run by status, and by whether they are stored. */
export async function countItems(
  { teamId }: Visibility,
  runId: string,
): Promise<{ status: ItemStatus; written: boolean; files: number; entries: number }[]> {
  const groups = await database().importItem.groupBy({
    by: ["status", "written"],
    where: { teamId, runId },
    _count: true,
    _sum: { entries: true },
  })
  return groups.map((group) => ({
    status: group.status as ItemStatus,
    written: group.written,
    files: group._count,
    entries: group._sum.entries ?? 0,
  }))
}

/**
 * Returns a hash of the placement of a run's files, which changes when a file is placed elsewhere, included
 * or excluded.
 */
export async function fingerprintOfRun({ teamId }: Visibility, runId: string): Promise<string> {
  const [row] = await database().$queryRaw<{ hash: string }[]>`
    SELECT md5(coalesce(string_agg(md5(concat_ws(chr(31), path, status, project_name, agent, category, encode(sha256, 'hex'))), '' ORDER BY path COLLATE "C"), '')) AS hash
    FROM import_item WHERE team_id = ${teamId}::uuid AND run_id = ${runId}::uuid`
  return row?.hash ?? ""
}

/**
 * Returns the number of new and changed files that could not be parsed: no entry, and an error with a
 * position.
 */
export async function countBroken({ teamId }: Visibility, runId: string): Promise<number> {
  const [row] = await database().$queryRaw<{ files: number }[]>`
    SELECT count(*)::int AS files FROM import_item WHERE team_id = ${teamId}::uuid AND run_id = ${runId}::uuid
      AND status IN ('new', 'changed') AND entries = 0 AND diagnostics @> '[{"severity": "error"}]'`
  return row?.files ?? 0
}

export async function countFormats({ teamId }: Visibility, runId: string): Promise<Record<string, number>> {
  const groups = await database().importItem.groupBy({
    by: ["format"],
    where: { teamId, runId, format: { not: null }, status: { in: ["new", "changed", "same"] } },
    _count: true,
  })
  return Object.fromEntries(groups.map((group) => [group.format, group._count]).toSorted())
}

export interface ItemFilter {
  readonly status?: ItemStatus | undefined
  readonly after?: string | undefined
  readonly take: number
}

/** Returns at most `take` items of an import, by path, without their content. */
export async function listItems({ teamId }: Visibility, runId: string, filter: ItemFilter) {
  return database().importItem.findMany({
    where: {
      teamId,
      runId,
      ...(filter.status ? { status: filter.status } : {}),
      ...(filter.after === undefined ? {} : { path: { gt: filter.after } }),
    },
    omit: { content: true, sha256: true },
    orderBy: { path: "asc" },
    take: filter.take,
  })
}

function summary(row: RunRow): RunSummary {
  return {
    id: row.id,
    sourceId: row.sourceId,
    sourceKind: row.source.kind,
    sourceName: row.source.name,
    state: row.state as RunState,
    complete: row.complete,
    sync: row.sync,
    projectName: row.projectName,
    takenAs: row.source.takenAs as unknown as readonly FormatRule[],
    by: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    files: row.files,
    bytes: Number(row.bytes),
    error: row.error,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    pruned: row.pruned as RunSummary["pruned"],
  }
}
