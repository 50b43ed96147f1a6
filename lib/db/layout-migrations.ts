import { visibleRows } from "./infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import type { MigratedEntry } from "@/lib/memory/migration/category-to-agents"
import { database, type Reader } from "./infra/client"
import type { Tx } from "./infra/commit"
import { isId, newId } from "./infra/identifiers"

type Client = Pick<Reader, "$queryRaw">

/** A memory file of an agent or a category that determines the layout. */
export interface LayoutFile {
  readonly id: string
  readonly path: string
  readonly format: string
  readonly role: string
  readonly state: string
  readonly agent: string | null
  /** Slug of the category whose shared memory the file is. Null for other files. */
  readonly category: string | null
  /** Slug of the category of the file's agent. Null without one. */
  readonly agentCategory: string | null
  readonly entries: number
  readonly lines: number
  readonly revision: number
  /** Layout of a category's file, "B" or "D". Null for other files. */
  readonly layout: string | null
}

/** Returns the files of a project that determine layouts, with their topics, also removed ones. */
export async function layoutFiles(
  { teamId }: Visibility,
  projectId: string,
  client: Client = database(),
): Promise<LayoutFile[]> {
  return client.$queryRaw<LayoutFile[]>`
    SELECT f.id, f.path, f.format, f.role, f.state, a.name AS agent, c.slug AS category, ac.slug AS "agentCategory", f.entries, f.lines, f.head AS revision, f.meta->>'layout' AS layout FROM memory_file f
      LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
    WHERE f.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND f.format IN ('kaizen', 'claude-agent-memory', 'category-memory') ORDER BY f.path`
}

export interface LayoutAgent {
  readonly id: string
  readonly name: string
  readonly optedOut: boolean
}

export interface LayoutCategory {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly coordinator: string | null
  /** Names of the members, in the order of the category. */
  readonly members: readonly string[]
  /** Agents of the category in the project, by name. */
  readonly agents: readonly LayoutAgent[]
}

export async function layoutCategories(
  { teamId }: Visibility,
  projectId: string,
  client: Pick<Reader, "category"> = database(),
): Promise<LayoutCategory[]> {
  return client.category.findMany({
    where: { teamId },
    select: {
      id: true,
      slug: true,
      name: true,
      coordinator: true,
      members: true,
      agents: {
        where: { projectId },
        select: { id: true, name: true, optedOut: true },
        orderBy: { name: "asc" },
      },
    },
    orderBy: { name: "asc" },
  })
}

/** The result for a file that a migration removed. */
export interface RemovedFile {
  /** Path of a file to which entries were moved. Null if there is none. */
  readonly into: string | null
  /** New entries, by the ids of the old ones. */
  readonly became: ReadonlyMap<string, MigratedEntry>
}

/**
 * Returns the results for files that a migration to layout D removed and that were not restored since, by
 * file id.
 */
export async function resultsOfRemovedFiles(
  { teamId }: Visibility,
  fileIds: readonly string[],
  client: Client = database(),
): Promise<Map<string, RemovedFile>> {
  if (fileIds.length === 0) return new Map()
  const rows = await client.$queryRaw<{ fileId: string; entries: KeptEntry[] }[]>`
    SELECT DISTINCT ON (w.file_id) w.file_id AS "fileId", w.entries FROM migration_write w JOIN migration m ON m.team_id = w.team_id AND m.id = w.migration_id
    JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id AND f.state = 'gone'
    WHERE w.team_id = ${teamId}::uuid AND w.file_id = ANY(${[...fileIds]}::uuid[]) AND w.present = false AND m.to = 'D'
      AND NOT EXISTS (SELECT 1 FROM presence t WHERE t.team_id = w.team_id AND t.file_id = w.file_id AND t.present AND t.created_at > m.created_at)
    ORDER BY w.file_id, m.created_at DESC`
  return new Map(
    rows.map(({ fileId, entries }) => [
      fileId,
      {
        into: entries.find(({ to }) => to !== null)?.to?.path ?? null,
        became: new Map(
          entries.flatMap(({ id, became }) =>
            id !== null && became !== null ? [[id, became] as const] : [],
          ),
        ),
      },
    ]),
  )
}

/**
 * Returns the ids of those entries for everyone that a migration to layout D moved into the file of a
 * category.
 */
export async function entriesMovedFromShared(
  { teamId }: Visibility,
  entryIds: readonly string[],
  client: Client = database(),
): Promise<Set<string>> {
  if (entryIds.length === 0) return new Set()
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT e->'became'->>'id' AS id FROM migration m JOIN migration_write w ON w.team_id = m.team_id AND w.migration_id = m.id
      JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id AND f.agent_id IS NULL CROSS JOIN LATERAL jsonb_array_elements(w.entries) e
    WHERE m.team_id = ${teamId}::uuid AND m.to = 'D' AND e->'became'->>'audience' = 'everyone' AND e->'became'->>'id' = ANY(${[...entryIds]}::text[])`
  return new Set(rows.map(({ id }) => id))
}

/** Returns the numbers of open file conflicts and of waiting proposals, by file id. */
export async function waitingForFiles(
  { teamId }: Visibility,
  fileIds: readonly string[],
  client: Client = database(),
): Promise<Map<string, { conflicts: number; proposals: number }>> {
  const rows = await client.$queryRaw<{ fileId: string; conflicts: number; proposals: number }[]>`
    SELECT w.id AS "fileId",
      (SELECT count(*)::int FROM conflict k WHERE k.team_id = ${teamId}::uuid AND k.file_id = w.id AND k.kind = 'file' AND k.state = 'open') AS conflicts,
      (SELECT count(*)::int FROM proposal p WHERE p.team_id = ${teamId}::uuid AND p.file_id = w.id AND p.state = 'waiting' AND p.expires_at > now()) AS proposals
    FROM unnest(${[...fileIds]}::uuid[]) AS w(id)`
  return new Map(rows.map(({ fileId, ...row }) => [fileId, row]))
}

/** The record of an entry that a migration moved. */
export interface KeptEntry {
  readonly text: string
  readonly state: "current" | "retired"
  readonly from: { readonly path: string; readonly line: number }
  readonly to: { readonly path: string; readonly line: number; readonly section: string | null } | null
  readonly how: "moved" | "same" | "merged"
  readonly why: string
  readonly id: string | null
  /** The new entry. Null if the entry has none. */
  readonly became: MigratedEntry | null
}

export interface NewMigration {
  readonly projectId: string
  readonly from: string
  readonly to: string
  readonly categories: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly reason: string
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
}

/**
 * Stores a migration and returns its id. Call it before storing the writes of the migration, so that its time
 * is earlier.
 */
export async function addMigration(
  tx: Tx,
  teamId: string,
  { by, categories, counts, ...row }: NewMigration,
): Promise<string> {
  const id = newId()
  await tx.migration.create({
    data: {
      teamId,
      id,
      ...row,
      categories: [...categories],
      counts: { ...counts },
      byKind: by.kind,
      byId: by.id,
      byName: by.name,
    },
  })
  return id
}

export interface NewMigrationWrite {
  readonly fileId: string
  readonly revision: number | null
  readonly present: boolean | null
  readonly entries: readonly KeptEntry[]
}

export async function addMigrationWrites(
  tx: Tx,
  teamId: string,
  migrationId: string,
  writes: readonly NewMigrationWrite[],
): Promise<void> {
  await tx.migrationWrite.createMany({
    data: writes.map(({ entries, ...write }) => ({
      teamId,
      migrationId,
      ...write,
      entries: entries as unknown as Prisma.InputJsonValue,
    })),
  })
}

export interface StoredMigration {
  readonly id: string
  readonly projectSlug: string
  readonly projectName: string
  readonly projectId: string
  readonly from: string
  readonly to: string
  readonly categories: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly by: string
  readonly at: string
  readonly reason: string
  /** Name of the person who reverted the migration. Null if no revert of it is in effect. */
  readonly undoneBy: string | null
  readonly undoneAt: string | null
}

/**
 * Returns at most `limit` visible migrations, newest first. `before`: id of a migration; only older ones are
 * returned. `id`: only this migration.
 */
export async function listMigrations(
  visible: Visibility,
  { before, id, limit }: { before: string | null; id: string | null; limit: number },
): Promise<StoredMigration[]> {
  if ((before !== null && !isId(before)) || (id !== null && !isId(id))) return []
  return database().$queryRaw<StoredMigration[]>`
    SELECT m.id, p.slug AS "projectSlug", p.name AS "projectName", m.project_id AS "projectId", m.from, m.to, m.categories, m.counts, m.by_name AS by, to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, m.reason,
      u.by_name AS "undoneBy", to_char(u.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "undoneAt"
    FROM migration m JOIN project p ON p.team_id = m.team_id AND p.id = m.project_id
    LEFT JOIN LATERAL (
      SELECT v.by_name, v.created_at FROM revert v WHERE v.team_id = m.team_id AND v.of->>'migration' = m.id::text
        AND NOT EXISTS (SELECT 1 FROM revert x WHERE x.team_id = v.team_id AND x.of->>'revert' = v.id::text) ORDER BY v.created_at DESC LIMIT 1) u ON true
    WHERE ${visibleRows(visible, "m")} AND (${id}::uuid IS NULL OR m.id = ${id}::uuid) AND (${before}::uuid IS NULL OR m.id < ${before}::uuid)
    ORDER BY m.id DESC LIMIT ${limit}`
}

export interface MigrationWrite {
  readonly file: string
  readonly path: string
  readonly agent: string | null
  readonly revision: number | null
  readonly present: boolean | null
  readonly entries: readonly KeptEntry[]
}

export async function migrationWrites(
  { teamId }: Visibility,
  migrationId: string,
): Promise<MigrationWrite[]> {
  return database().$queryRaw<MigrationWrite[]>`
    SELECT w.file_id AS file, f.path, a.name AS agent, w.revision, w.present, w.entries FROM migration_write w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id
      LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
    WHERE w.team_id = ${teamId}::uuid AND w.migration_id = ${migrationId}::uuid ORDER BY f.path`
}

/**
 * Returns the newest later migration of the same files that is still in effect. It must be reverted first.
 * Null if there is none.
 */
export async function laterMigration(
  { teamId }: Visibility,
  migrationId: string,
): Promise<{ id: string; from: string; to: string; by: string } | null> {
  const [later] = await database().$queryRaw<{ id: string; from: string; to: string; by: string }[]>`
    SELECT m.id, m.from, m.to, m.by_name AS by FROM migration m
    WHERE m.team_id = ${teamId}::uuid AND m.id > ${migrationId}::uuid
      AND EXISTS (SELECT 1 FROM migration_write w JOIN migration_write o ON o.team_id = w.team_id AND o.file_id = w.file_id AND o.migration_id = ${migrationId}::uuid WHERE w.team_id = m.team_id AND w.migration_id = m.id)
      AND NOT EXISTS (SELECT 1 FROM revert v WHERE v.team_id = m.team_id AND v.of->>'migration' = m.id::text AND NOT EXISTS (SELECT 1 FROM revert x WHERE x.team_id = v.team_id AND x.of->>'revert' = v.id::text))
    ORDER BY m.id DESC LIMIT 1`
  return later ?? null
}

/**
 * Returns the number of present files that a migration created. If the migration was reverted, only files
 * that were changed since are left.
 */
export async function countCreatedFiles({ teamId }: Visibility, migrationId: string): Promise<number> {
  const [row] = await database().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM migration_write w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id
    WHERE w.team_id = ${teamId}::uuid AND w.migration_id = ${migrationId}::uuid AND w.present IS NULL AND w.revision = 1 AND f.state <> 'gone'`
  return row?.count ?? 0
}

/** Copies verifications, approvals and delivery counts from old entries to new ones, by pairs of ids. */
export async function transferEntryData(
  tx: Tx,
  teamId: string,
  projectId: string,
  pairs: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  const [from, to] = [pairs.map((one) => one.from), pairs.map((one) => one.to)]
  await tx.$executeRaw`
    INSERT INTO vouch (team_id, id, entry_id, statement, user_id, name, until, created_at)
    SELECT DISTINCT ON (p.later, v.user_id, v.created_at) v.team_id, gen_random_uuid(), p.later, v.statement, v.user_id, v.name, v.until, v.created_at
    FROM unnest(${from}::uuid[], ${to}::uuid[]) AS p(earlier, later) JOIN vouch v ON v.team_id = ${teamId}::uuid AND v.entry_id = p.earlier
    WHERE NOT EXISTS (SELECT 1 FROM vouch k WHERE k.team_id = v.team_id AND k.entry_id = p.later AND k.user_id = v.user_id AND k.created_at = v.created_at)`
  await tx.$executeRaw`
    INSERT INTO delivered (team_id, entry_id, project_id, count, last_at, approved_on, confidence)
    SELECT ${teamId}::uuid, p.later, ${projectId}::uuid, sum(d.count)::int, max(d.last_at), max(d.approved_on), max(d.confidence)
    FROM unnest(${from}::uuid[], ${to}::uuid[]) AS p(earlier, later) JOIN delivered d ON d.team_id = ${teamId}::uuid AND d.entry_id = p.earlier GROUP BY p.later
    ON CONFLICT (team_id, entry_id) DO UPDATE SET count = greatest(delivered.count, excluded.count), last_at = greatest(delivered.last_at, excluded.last_at),
      approved_on = greatest(delivered.approved_on, excluded.approved_on), confidence = coalesce(delivered.confidence, excluded.confidence)`
}

/**
 * SQL condition on a memory file `f`: a migration, or undoing one, removed it here and it was not restored.
 * Its source may still have it. Text that a person writes later in a removed file is a change of its own.
 */
export const REMOVED_BY_MIGRATION = `f.state = 'gone' AND EXISTS (
  SELECT 1 FROM (
    SELECT m.created_at FROM migration_write w JOIN migration m ON m.team_id = w.team_id AND m.id = w.migration_id WHERE w.team_id = f.team_id AND w.file_id = f.id AND w.present = false
    UNION ALL
    SELECT v.created_at FROM revert_write w JOIN revert v ON v.team_id = w.team_id AND v.id = w.revert_id WHERE w.team_id = f.team_id AND w.file_id = f.id AND w.present = false AND v.of ? 'migration'
  ) took WHERE NOT EXISTS (SELECT 1 FROM presence t WHERE t.team_id = f.team_id AND t.file_id = f.id AND t.present AND t.created_at > took.created_at))`
