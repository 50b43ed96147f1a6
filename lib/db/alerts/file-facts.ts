import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { Diagnostic, FileRole, FormatId, LoadLimits, Scope } from "@/lib/memory/memory-files/format"
import { database, prepared } from "../infra/client"
import { keptEntriesSql } from "../confirmed-entries"

/** A memory file for evaluation. */
export interface WatchedFile {
  readonly id: string
  readonly projectId: string
  readonly projectSlug: string
  readonly agentId: string | null
  readonly agent: string | null
  readonly optedOut: boolean
  readonly categoryId: string | null
  readonly category: string | null
  readonly agentCategory: string | null
  readonly path: string
  readonly format: FormatId
  readonly role: FileRole
  readonly scope: Scope
  readonly state: "present" | "gone" | "broken"
  readonly text: string
  readonly head: number
  readonly lines: number
  readonly bytes: number
  /** Number of sessions that the file states, else number of session records in it. */
  readonly sessions: number
  readonly limits: LoadLimits
  readonly diagnostics: readonly Diagnostic[]
  /** ISO day of the last change, as the text or the source states it. Null if unknown. */
  readonly updatedOn: string | null
  /** Time of the first revision. `writtenAt` is the time of the current revision. */
  readonly madeAt: Date
  readonly writtenAt: Date
  /** True if an import created the first revision. */
  readonly imported: boolean
  /** True if the file was removed because an import did not find it in the source. */
  readonly leftSource: boolean
  /** Reason why the entries could not be compared. Null if they could be. */
  readonly compareFailure: string | null
  /**
   * Number of closed sessions of the file's agent. `closedSince`: those closed after the current revision.
   */
  readonly closed: number
  readonly closedSince: number
}

/** Returns files with their texts, by ids. Missing ones are left out. */
export async function watchedFiles({ teamId }: Visibility, ids: readonly string[]): Promise<WatchedFile[]> {
  return ids.length === 0 ? [] : database().$queryRawUnsafe<WatchedFile[]>(prepared(FILES), teamId, [...ids])
}

const FILES = `
  SELECT f.id, f.project_id AS "projectId", p.slug AS "projectSlug", f.agent_id AS "agentId", a.name AS agent, coalesce(a.opted_out, false) OR coalesce((f.meta->>'optedOut')::boolean, false) AS "optedOut",
    f.category_id AS "categoryId", c.slug AS category, ac.slug AS "agentCategory", f.path, f.format, f.role, f.scope, f.state, h.text, f.head, f.lines, f.bytes, f.sessions, f.limits, f.diagnostics,
    f.updated_on::text AS "updatedOn", f.compare_failure AS "compareFailure", r.created_at AS "madeAt", h.created_at AS "writtenAt", r.run_id IS NOT NULL AS imported,
    f.state = 'gone' AND (SELECT t.run_id IS NOT NULL FROM presence t WHERE t.team_id = f.team_id AND t.file_id = f.id ORDER BY t.number DESC LIMIT 1) IS TRUE AS "leftSource",
    coalesce(s.closed, 0)::int AS closed, coalesce(s.since, 0)::int AS "closedSince"
  FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
    JOIN revision h ON h.team_id = f.team_id AND h.file_id = f.id AND h.number = f.head JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = 1
    LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id
    LEFT JOIN LATERAL (SELECT count(*) AS closed, count(*) FILTER (WHERE s.closed_at > h.created_at) AS since FROM agent_session s
      WHERE s.team_id = f.team_id AND s.project_id = f.project_id AND s.agent_name = a.name AND s.closed_at IS NOT NULL) s ON a.name IS NOT NULL
  WHERE f.team_id = $1::uuid AND f.id = ANY($2::uuid[])`

export interface WatchedEntry {
  readonly fileId: string
  readonly id: string
  readonly text: string
  readonly line: number
  readonly endLine: number
  readonly section: string | null
  readonly state: "current" | "retired"
  readonly date: string | null
  readonly type: string | null
  readonly said: bigint
  readonly saidElsewhere: boolean
  /**
   * Hash of the text that was verified last. `until`: ISO day on which this verification expires. Null
   * without a verification.
   */
  readonly vouched: Uint8Array | null
  readonly until: string | null
  /** ISO day of the latest decision on a conflict that kept the text. Null without one. */
  readonly keptOn: string | null
}

/**
 * Returns the entries of files in the order of the text. `saidElsewhere`: another agent of the project has
 * the same current text in a present memory, index, topic or shared file.
 */
export async function watchedEntries(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<WatchedEntry[]> {
  if (fileIds.length === 0) return []
  const rows = await database().$queryRawUnsafe<(Omit<WatchedEntry, "saidElsewhere"> & Whose)[]>(
    prepared(ENTRIES),
    teamId,
    [...fileIds],
  )
  const stating = await agentsStating(
    teamId,
    rows.filter((row) => row.state === "current" && row.agentId !== null).map((row) => row.said),
  )
  return rows.map(({ agentId, projectId, ...row }) => {
    const others =
      row.state === "current" && agentId !== null ? stating.get(`${projectId} ${row.said}`) : undefined
    return {
      ...row,
      saidElsewhere: others !== undefined && (others.first !== agentId || others.last !== agentId),
    }
  })
}

interface Whose {
  readonly agentId: string | null
  readonly projectId: string
}

/**
 * Returns the lowest and highest id of the agents that have a text, by project and hash of the text. If both
 * are equal, only one agent has the text. All texts are read in one separate query, because the planner would
 * scan the whole team for each entry right after an import.
 */
async function agentsStating(
  teamId: string,
  said: readonly bigint[],
): Promise<Map<string, { readonly first: string; readonly last: string }>> {
  if (said.length === 0) return new Map()
  const rows = await database().$queryRaw<{ said: bigint; projectId: string; first: string; last: string }[]>`
    SELECT o.said, o.project_id AS "projectId", min(o.agent_id::text) AS first, max(o.agent_id::text) AS last FROM entry o JOIN memory_file g ON g.team_id = o.team_id AND g.id = o.file_id
    WHERE o.team_id = ${teamId}::uuid AND o.said = ANY(${[...new Set(said)].map(String)}::text[]::bigint[]) AND o.state = 'current' AND o.agent_id IS NOT NULL AND g.state <> 'gone' AND g.role IN ('memory', 'index', 'topic', 'shared') GROUP BY 1, 2`
  return new Map(rows.map((row) => [`${row.projectId} ${row.said}`, row]))
}

const ENTRIES = `
  SELECT e.file_id AS "fileId", e.id, e.text, e.line, e.end_line AS "endLine", e.section, e.state, e.stated_on::text AS date, e.type, e.said, v.statement AS vouched, v.until::text AS until, k.day::text AS "keptOn", e.agent_id AS "agentId", e.project_id AS "projectId"
  FROM entry e LEFT JOIN LATERAL (SELECT v.statement, v.until FROM vouch v WHERE v.team_id = e.team_id AND v.entry_id = e.id ORDER BY v.created_at DESC, v.id DESC LIMIT 1) v ON true
    LEFT JOIN (${keptEntriesSql("side.file_id = ANY($2::uuid[])")}) k ON k.entry_id = e.id
  WHERE e.team_id = $1::uuid AND e.file_id = ANY($2::uuid[]) ORDER BY e.file_id, e.position`

export interface WatchedSection {
  readonly fileId: string
  readonly name: string
  readonly level: number
  readonly line: number
  readonly endLine: number
}

export async function watchedSections(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<WatchedSection[]> {
  return fileIds.length === 0
    ? []
    : database().$queryRaw<WatchedSection[]>`
    SELECT file_id AS "fileId", name, level, line, end_line AS "endLine" FROM section WHERE team_id = ${teamId}::uuid AND file_id = ANY(${[...fileIds]}::uuid[]) ORDER BY file_id, position`
}

export interface WatchedRevision {
  readonly fileId: string
  readonly at: Date
  readonly lines: number
  readonly imported: boolean
}

/**
 * Returns the revisions of files, without texts, oldest first: those of the last `days` days up to the
 * current revision, and the last one before them.
 */
export async function watchedGrowth(
  { teamId }: Visibility,
  fileIds: readonly string[],
  days: number,
): Promise<WatchedRevision[]> {
  return fileIds.length === 0
    ? []
    : database().$queryRaw<WatchedRevision[]>`
    SELECT r.file_id AS "fileId", r.created_at AS at, r.lines, r.number = 1 AND r.run_id IS NOT NULL AS imported
    FROM memory_file f JOIN revision h ON h.team_id = f.team_id AND h.file_id = f.id AND h.number = f.head
      JOIN LATERAL (SELECT coalesce(max(b.number), 0) AS number FROM revision b WHERE b.team_id = f.team_id AND b.file_id = f.id AND b.created_at < h.created_at - make_interval(days => ${days}::int)) b ON true
      JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number >= b.number
    WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[]) ORDER BY r.file_id, r.number`
}

/** SQL for the folder of `path`, with its slash; empty at the top. Faster than a regular expression. */
const FOLDER = Prisma.sql`rtrim(path, replace(path, '/', ''))`

/** Returns the paths of present files, except logs, in the folder of each file. */
export async function pathsInSameFolders(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<{ fileId: string; path: string }[]> {
  return fileIds.length === 0
    ? []
    : database().$queryRaw<{ fileId: string; path: string }[]>`
    WITH given AS MATERIALIZED (SELECT id, project_id, ${FOLDER} AS folder FROM memory_file WHERE team_id = ${teamId}::uuid AND id = ANY(${[...fileIds]}::uuid[])),
      there AS MATERIALIZED (SELECT project_id, path, ${FOLDER} AS folder FROM memory_file WHERE team_id = ${teamId}::uuid AND project_id IN (SELECT project_id FROM given) AND state <> 'gone' AND role <> 'log')
    SELECT g.id AS "fileId", t.path FROM given g JOIN there t ON t.project_id = g.project_id AND t.folder = g.folder ORDER BY g.id, t.path COLLATE "C"`
}

/**
 * Returns those of the files that are the first topic of a folder without an index, with the number of topics
 * in the folder. A `MEMORY.md` in the folder, or an index in a folder above that names the folder, is an
 * index.
 */
export async function foldersWithoutIndex(
  { teamId }: Visibility,
  fileIds: readonly string[],
): Promise<{ fileId: string; topics: number }[]> {
  return fileIds.length === 0
    ? []
    : database().$queryRaw<{ fileId: string; topics: number }[]>`
    WITH given AS MATERIALIZED (SELECT id, project_id, path, ${FOLDER} AS folder FROM memory_file WHERE team_id = ${teamId}::uuid AND id = ANY(${[...fileIds]}::uuid[])),
      bare AS MATERIALIZED (SELECT DISTINCT project_id, folder FROM given g WHERE NOT EXISTS (
        SELECT 1 FROM memory_file f WHERE f.team_id = ${teamId}::uuid AND f.project_id = g.project_id AND f.path = g.folder || 'MEMORY.md' AND f.state <> 'gone')
        AND NOT EXISTS (
        SELECT 1 FROM memory_file f JOIN entry e ON e.team_id = f.team_id AND e.file_id = f.id
        WHERE f.team_id = ${teamId}::uuid AND f.project_id = g.project_id AND f.role = 'index' AND f.state <> 'gone' AND f.path LIKE '%MEMORY.md'
          AND starts_with(g.folder, left(f.path, -9)) AND position(substr(g.folder, length(f.path) - 8) IN e.text) > 0)),
      topics AS (SELECT f.project_id, b.folder, min(f.path COLLATE "C") AS first, count(*)::int AS topics FROM bare b JOIN memory_file f ON f.project_id = b.project_id AND rtrim(f.path, replace(f.path, '/', '')) = b.folder
        WHERE f.team_id = ${teamId}::uuid AND f.state <> 'gone' AND f.role = 'topic' GROUP BY f.project_id, b.folder)
    SELECT g.id AS "fileId", t.topics FROM topics t JOIN given g ON g.project_id = t.project_id AND g.path = t.first`
}

/** Returns those of the given paths at which a file is present. */
export async function presentPaths(
  { teamId }: Visibility,
  asked: readonly { readonly projectId: string; readonly path: string }[],
): Promise<{ projectId: string; path: string }[]> {
  return asked.length === 0
    ? []
    : database().$queryRaw<{ projectId: string; path: string }[]>`
    SELECT DISTINCT f.project_id AS "projectId", f.path FROM unnest(${asked.map((one) => one.projectId)}::uuid[], ${asked.map((one) => one.path)}::text[]) AS asked(project_id, path)
    JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.project_id = asked.project_id AND f.path = asked.path WHERE f.state <> 'gone'`
}

export interface InstructionText {
  readonly projectId: string
  readonly path: string
  readonly sha256: string
  /** Text of the file. Null if the caller knows the hash. */
  readonly text: string | null
}

/**
 * Returns the present instruction and identity files of projects. The text is null if `isKnown` is true for
 * its hash.
 */
export async function instructionsOf(
  { teamId }: Visibility,
  projectIds: readonly string[],
  isKnown: (sha256: string) => boolean,
): Promise<InstructionText[]> {
  if (projectIds.length === 0) return []
  const files = await database().$queryRaw<
    { id: string; head: number; projectId: string; path: string; sha256: string }[]
  >`
    SELECT id, head, project_id AS "projectId", path, encode(sha256, 'hex') AS sha256 FROM memory_file
    WHERE team_id = ${teamId}::uuid AND project_id = ANY(${[...projectIds]}::uuid[]) AND state <> 'gone' AND (format = 'instructions' OR role = 'identity') ORDER BY project_id, path COLLATE "C"`
  const unknown = files.filter((file) => !isKnown(file.sha256))
  const texts = new Map(
    (unknown.length === 0
      ? []
      : await database().$queryRaw<{ fileId: string; text: string }[]>`
    SELECT r.file_id AS "fileId", r.text FROM revision r JOIN unnest(${unknown.map((one) => one.id)}::uuid[], ${unknown.map((one) => one.head)}::int[]) AS wanted(id, head)
      ON r.file_id = wanted.id AND r.number = wanted.head WHERE r.team_id = ${teamId}::uuid`
    ).map(({ fileId, text }) => [fileId, text]),
  )
  return files.map(({ id, projectId, path, sha256 }) => ({
    projectId,
    path,
    sha256,
    text: texts.get(id) ?? null,
  }))
}
