import { visibleRows, visibleWhere, containing } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import type { ReAddedEntry } from "@/lib/memory/proposals/written-change"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"

type Bytes = Uint8Array<ArrayBuffer>

export interface NewForgotten {
  readonly teamId: string
  readonly entryId: string
  readonly projectId: string
  readonly fileId: string
  /** Number of the revision that removed the entry. */
  readonly revision: number
  readonly text: string
  readonly statement: Bytes
  readonly again: ReAddedEntry
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
}

/** A forgotten entry. It stays blocked until a person restores it. */
export interface ForgottenEntry extends Omit<NewForgotten, "by" | "statement"> {
  readonly id: string
  readonly byName: string
  readonly createdAt: Date
}

const KEPT = {
  id: true,
  teamId: true,
  entryId: true,
  projectId: true,
  fileId: true,
  revision: true,
  text: true,
  again: true,
  reason: true,
  byName: true,
  createdAt: true,
} as const

const asEntry = ({
  again,
  ...row
}: Omit<ForgottenEntry, "again"> & { readonly again: Prisma.JsonValue }): ForgottenEntry => ({
  ...row,
  again: again as unknown as ReAddedEntry,
})

export async function addForgotten(tx: Tx, rows: readonly NewForgotten[]): Promise<void> {
  const data = rows.map(({ by, again, ...row }) => ({
    ...row,
    id: newId(),
    again: again as unknown as Prisma.InputJsonValue,
    byKind: by.kind,
    byId: by.id,
    byName: by.name,
  }))
  if (data.length > 0) await tx.forgotten.createMany({ data })
}

/** True if a team has forgotten entries that were not restored. */
export async function hasForgotten(tx: Tx, teamId: string): Promise<boolean> {
  return (await tx.forgotten.count({ where: { teamId, restoredAt: null } })) > 0
}

/**
 * Returns the newest block of a visible forgotten entry, with the data that restore the entry. Null if the
 * entry is not blocked.
 */
export async function findForgotten(
  visible: readonly Visibility[],
  entryId: string,
  client: Pick<Reader, "forgotten"> = database(),
): Promise<ForgottenEntry | null> {
  if (!isId(entryId)) return null
  const row = await client.forgotten.findFirst({
    where: { OR: visible.map(visibleWhere), entryId, restoredAt: null },
    select: KEPT,
    orderBy: { createdAt: "desc" },
  })
  return row && asEntry(row)
}

/** Returns the forgotten entries of a project with one of these hashes of texts, newest first. */
export async function forgottenAmong(
  { teamId }: Visibility,
  projectId: string,
  statements: readonly Bytes[],
  client: Pick<Reader, "forgotten"> = database(),
): Promise<(ForgottenEntry & { readonly statement: Uint8Array })[]> {
  if (statements.length === 0) return []
  const rows = await client.forgotten.findMany({
    where: { teamId, projectId, statement: { in: [...statements] }, restoredAt: null },
    select: { ...KEPT, statement: true },
    orderBy: { createdAt: "desc" },
  })
  return rows.map((row) => ({ ...asEntry(row), statement: row.statement }))
}

export interface ForgottenSince {
  readonly by: string
}

/**
 * Returns the names of the people who had entries forgotten in the project of a migration after it, by the
 * hash of the text in hexadecimal. Restored entries are left out.
 */
export async function forgottenSinceMigration(
  { teamId }: Visibility,
  migrationId: string,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<ReadonlyMap<string, ForgottenSince>> {
  const rows = await client.$queryRaw<(ForgottenSince & { statement: string })[]>`
    SELECT encode(g.statement, 'hex') AS statement, g.by_name AS by FROM migration m JOIN forgotten g ON g.team_id = m.team_id AND g.project_id = m.project_id AND g.created_at > m.created_at AND g.restored_at IS NULL
    WHERE m.team_id = ${teamId}::uuid AND m.id = ${migrationId}::uuid`
  return new Map(rows.map(({ statement, by }) => [statement, { by }]))
}

/** Lifts the block on forgotten entries, by id or by the hashes of their text in a project. Returns the number of lifted blocks. */
export async function endForgotten(
  tx: Tx,
  teamId: string,
  what:
    | { readonly entryIds: readonly string[] }
    | { readonly projectId: string; readonly statements: readonly Bytes[] },
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<number> {
  const where =
    "entryIds" in what
      ? { entryId: { in: [...what.entryIds] } }
      : { projectId: what.projectId, statement: { in: [...what.statements] } }
  const { count } = await tx.forgotten.updateMany({
    where: { teamId, restoredAt: null, ...where },
    data: { restoredAt: at, restoredBy: by },
  })
  return count
}

/**
 * Blocks entries again that no longer exist after a revert. With `until`, restores only blocks from revisions
 * up to this number.
 */
export async function forgetAgain(
  tx: Tx,
  teamId: string,
  entryIds: readonly string[],
  until: number | null = null,
): Promise<void> {
  if (entryIds.length === 0) return
  await tx.$executeRaw`
    UPDATE forgotten SET restored_at = NULL, restored_by = NULL WHERE team_id = ${teamId}::uuid AND id IN (
      SELECT DISTINCT ON (g.entry_id) g.id FROM forgotten g WHERE g.team_id = ${teamId}::uuid AND g.entry_id = ANY(${[...entryIds]}::uuid[]) AND (${until}::int IS NULL OR g.revision <= ${until}::int)
        AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.team_id = g.team_id AND e.id = g.entry_id) ORDER BY g.entry_id, g.created_at DESC)`
}

/** The reason why a text is blocked. */
export interface RestoreBan {
  readonly by: string
  readonly at: Date
  readonly reason: string
}

/**
 * Returns the forgotten texts of projects, by project name and by the hash of the text in hexadecimal.
 * Projects without forgotten texts are missing.
 */
export async function forgottenOf(
  { teamId }: Visibility,
  projectNames: readonly string[],
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<ReadonlyMap<string, ReadonlyMap<string, RestoreBan>>> {
  if (projectNames.length === 0) return new Map()
  const rows = await client.$queryRaw<(RestoreBan & { project: string; statement: string })[]>`
    SELECT p.name AS project, encode(g.statement, 'hex') AS statement, g.by_name AS by, g.created_at AS at, g.reason FROM forgotten g JOIN project p ON p.team_id = g.team_id AND p.id = g.project_id
    WHERE g.team_id = ${teamId}::uuid AND p.name = ANY(${[...projectNames]}::text[]) AND g.restored_at IS NULL ORDER BY g.created_at`
  const found = new Map<string, Map<string, RestoreBan>>()
  for (const { project, statement, ...why } of rows)
    found.set(project, (found.get(project) ?? new Map<string, RestoreBan>()).set(statement, why))
  return found
}

/**
 * Returns the texts of entries in stored files of a source that its newest import did not contain, with the
 * name of the project. Such files were removed or moved in the source. Empty if that import was not complete.
 */
export async function textsMovedBySource(
  { teamId }: Visibility,
  sourceId: string,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<{ project: string; text: string }[]> {
  return client.$queryRaw`
    SELECT p.name AS project, e.text FROM (SELECT n.id, n.complete FROM import_run n WHERE n.team_id = ${teamId}::uuid AND n.source_id = ${sourceId}::uuid ORDER BY n.id DESC LIMIT 1) run
      JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.source_id = ${sourceId}::uuid AND f.state <> 'gone' JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
      JOIN entry e ON e.team_id = f.team_id AND e.file_id = f.id
    WHERE run.complete AND NOT EXISTS (SELECT 1 FROM import_item i WHERE i.team_id = f.team_id AND i.run_id = run.id AND i.path = f.path AND i.status <> 'gone')`
}

/** Returns the texts of the entries of files. */
export async function entryTexts(
  { teamId }: Visibility,
  fileIds: readonly string[],
  client: Pick<Reader, "entry"> = database(),
): Promise<{ fileId: string; text: string }[]> {
  return fileIds.length === 0
    ? []
    : client.entry.findMany({
        where: { teamId, fileId: { in: [...fileIds] } },
        select: { fileId: true, text: true },
      })
}

export interface ForgottenRow {
  readonly entry: string
  readonly text: string
  readonly section: string | null
  readonly path: string
  readonly fileId: string
  readonly project: string
  readonly projectSlug: string
  readonly revision: number
  readonly reason: string
  readonly by: string
  readonly at: Date
}

/**
 * Returns one page of the visible forgotten entries, newest first, and the number of entries on all pages.
 * `text` is searched in the entry, the reason and the path.
 */
export async function listForgotten(
  visible: Visibility,
  { fileId, text, skip, take }: { fileId: string | null; text: string | null; skip: number; take: number },
): Promise<{ rows: ForgottenRow[]; total: number }> {
  if (fileId !== null && !isId(fileId)) return { rows: [], total: 0 }
  const like = text === null || text.trim() === "" ? null : containing(text.trim())
  const rows = await database().$queryRaw<(ForgottenRow & { total: number })[]>`
    SELECT g.entry_id AS entry, g.text, g.again->>'section' AS section, f.path, f.id AS "fileId", p.name AS project, p.slug AS "projectSlug", g.revision, g.reason, g.by_name AS by, g.created_at AS at, count(*) OVER ()::int AS total
    FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id JOIN project p ON p.team_id = g.team_id AND p.id = g.project_id
    WHERE ${visibleRows(visible, "g")} AND g.restored_at IS NULL AND (${fileId}::uuid IS NULL OR g.file_id = ${fileId}::uuid)
      AND (${like}::text IS NULL OR g.text ILIKE ${like} OR g.reason ILIKE ${like} OR f.path ILIKE ${like})
    ORDER BY g.created_at DESC, g.id DESC OFFSET ${skip} LIMIT ${take}`
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}
