import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { similarRows } from "../similar-statements"
import { IS_PUBLISHED_QUOTE } from "../coach/publications"

/** An entry that can be a side of a conflict, with the facts that decide which agents load it. */
export interface ComparedEntry {
  readonly id: string
  readonly text: string
  /** Date that the entry states, as YYYY-MM-DD. Null without a date. */
  readonly date: string | null
  readonly fileId: string
  readonly path: string
  readonly section: string | null
  readonly line: number
  readonly since: number
  readonly scope: "project" | "team" | "global"
  readonly projectId: string
  readonly agent: string | null
  /** Slug of the category of the agent or of the category memory. */
  readonly category: string | null
  readonly subject: string | null
  /** Readers of the section of a category memory: "coordinator" or "role:<name>". Null for everyone. */
  readonly audience: string | null
}

const COLUMNS = `e.id, e.text, e.stated_on::text AS date, e.file_id AS "fileId", f.path, e.section, e.line, e.since_revision AS since, f.scope, f.project_id AS "projectId", a.name AS agent, coalesce(ac.slug, c.slug) AS category, f.subject,
  CASE WHEN f.format = 'category-memory' THEN (SELECT s.audience FROM section s WHERE s.team_id = e.team_id AND s.file_id = e.file_id AND s.line <= e.line AND s.end_line >= e.line AND s.audience <> 'everyone' LIMIT 1) END AS audience`

const JOINS = `JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
  LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id LEFT JOIN category c ON f.agent_id IS NULL AND c.team_id = f.team_id AND c.id = f.category_id`

/**
 * SQL condition on files whose entries can be a side of a conflict. Excludes removed files, identity files,
 * logs, run caches, instructions and session memory.
 */
const HOLDS_SIDES = `f.state <> 'gone' AND f.role NOT IN ('identity', 'log', 'runs') AND f.format <> 'instructions' AND f.scope IN ('project', 'team', 'global')`
const COMPARED = `e.state = 'current' AND ${HOLDS_SIDES} AND NOT coalesce(a.opted_out, false) AND NOT ${IS_PUBLISHED_QUOTE}`

/** A file to compare with others. */
export interface FileToCompare {
  readonly id: string
  readonly head: number
  /** Last revision whose entries were compared. Entries of later revisions are new. */
  readonly compared: number
  /** True if the file has revisions that were not compared. False if it is only compared again. */
  readonly isBehind: boolean
  /** Reason why the last comparison failed. Null if it did not. */
  readonly failure: string | null
  readonly scope: string
  readonly projectId: string
}

/** A file to compare again. Entries since the revision `since` count as new. */
export interface FileToCompareAgain {
  readonly id: string
  readonly since: number
}

/**
 * Returns files with revisions that were not compared, those of `again`, or all files with `everything`. All
 * entries count as new (`compared` is 0) with `everything`, and in a file whose last comparison failed.
 */
export async function filesToCompare(
  { teamId }: Visibility,
  { everything = false, again = [] }: { everything?: boolean; again?: readonly FileToCompareAgain[] },
): Promise<FileToCompare[]> {
  return database().$queryRawUnsafe<FileToCompare[]>(
    `SELECT f.id, f.head, CASE WHEN $2 OR f.compare_failure IS NOT NULL THEN 0 ELSE least(f.compared, again.since) END AS compared, f.compared < f.head AS "isBehind", f.compare_failure AS failure, f.scope, f.project_id AS "projectId"
     FROM memory_file f LEFT JOIN unnest($3::uuid[], $4::int[]) AS again(id, since) ON again.id = f.id
     WHERE f.team_id = $1::uuid AND ($2 OR f.compared < f.head OR again.id IS NOT NULL) AND ${HOLDS_SIDES} ORDER BY f.path, f.id`,
    teamId,
    everything,
    again.map(({ id }) => id),
    again.map(({ since }) => since),
  )
}

/** Returns the ids of teams with files to compare. */
export async function teamsToCompare(): Promise<string[]> {
  const rows = await database().$queryRawUnsafe<{ teamId: string }[]>(
    `SELECT DISTINCT f.team_id AS "teamId" FROM memory_file f WHERE f.compared < f.head AND ${HOLDS_SIDES}`,
  )
  return rows.map((row) => row.teamId)
}

export async function allTeams(): Promise<string[]> {
  return (await database().team.findMany({ select: { id: true } })).map((team) => team.id)
}

const IS_NEW = `(e.since_revision > behind.compared OR EXISTS (
       SELECT 1 FROM conflict_side side JOIN conflict gone ON gone.team_id = side.team_id AND gone.id = side.conflict_id WHERE side.team_id = e.team_id AND side.entry_id = e.id AND gone.state = 'gone'))`

/**
 * Returns at most `most` entries to compare (null: all). These are new entries, and entries that were a side
 * of a conflict that disappeared.
 */
export async function newEntries(
  { teamId }: Visibility,
  files: readonly FileToCompare[],
  most: number | null = null,
): Promise<ComparedEntry[]> {
  return database().$queryRawUnsafe<ComparedEntry[]>(
    `SELECT ${COLUMNS} FROM unnest($2::uuid[], $3::int[]) AS behind(id, compared) JOIN entry e ON e.team_id = $1::uuid AND e.file_id = behind.id ${JOINS}
     WHERE ${COMPARED} AND ${IS_NEW} ORDER BY f.path, e.line, e.id LIMIT $4::int`,
    teamId,
    files.map((file) => file.id),
    files.map((file) => file.compared),
    most,
  )
}

/** A file whose entries are compared with those of others. */
export interface ComparableFile {
  readonly id: string
  readonly entries: number
  readonly bytes: number
}

/**
 * Returns the files of a project's memory, and the memory files that the whole team loads. If `projectId` is
 * null, returns only the latter. Files whose comparison failed are left out until they change, unless
 * `everything` is true.
 */
export async function comparableFiles(
  { teamId }: Visibility,
  projectId: string | null,
  { everything }: { everything: boolean },
): Promise<ComparableFile[]> {
  return database().$queryRawUnsafe<ComparableFile[]>(
    `SELECT f.id, f.entries, f.bytes FROM memory_file f WHERE f.team_id = $1::uuid AND ${HOLDS_SIDES} AND (f.scope <> 'project' OR f.project_id = $2::uuid)
       AND ($3 OR f.compare_failure IS NULL OR f.compared < f.head) ORDER BY f.path, f.id`,
    teamId,
    projectId,
    everything,
  )
}

/**
 * Returns all entries of files that can be a side of a conflict. `compared` is the last compared revision of
 * a file; entries since then are new. Null: the file has no new entries.
 */
export async function comparableEntriesOf(
  { teamId }: Visibility,
  files: readonly { readonly id: string; readonly compared: number | null }[],
): Promise<
  (Pick<ComparedEntry, "id" | "text" | "date" | "section" | "fileId" | "path"> & {
    readonly isNew: boolean
  })[]
> {
  return database().$queryRawUnsafe(
    `SELECT e.id, e.text, e.stated_on::text AS date, e.section, e.file_id AS "fileId", f.path, behind.compared IS NOT NULL AND ${IS_NEW} AS "isNew"
     FROM unnest($2::uuid[], $3::int[]) AS behind(id, compared) JOIN entry e ON e.team_id = $1::uuid AND e.file_id = behind.id ${JOINS} WHERE ${COMPARED} ORDER BY f.path, e.line, e.id`,
    teamId,
    files.map((file) => file.id),
    files.map((file) => file.compared),
  )
}

/** Returns those given entries that can still be a side of a conflict. */
export async function comparableEntries(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<ComparedEntry[]> {
  return database().$queryRawUnsafe<ComparedEntry[]>(
    `SELECT ${COLUMNS} FROM entry e ${JOINS} WHERE e.team_id = $1::uuid AND e.id = ANY($2::uuid[]) AND ${COMPARED}`,
    teamId,
    [...ids],
  )
}

/** Maximum number of entries that `similarEntries` returns for a full comparison. */
const MOST_LIKE = 40

/**
 * Returns at most 40 entries that share the most significant words with an entry, most similar first. An
 * entry of a project is compared with entries of the project and the team, and an entry of the team with all
 * entries. Other files whose comparison failed are left out until they change.
 */
export async function similarEntries(
  { teamId }: Visibility,
  entry: Pick<ComparedEntry, "id" | "text" | "fileId" | "scope" | "projectId">,
  words = entry.text,
): Promise<ComparedEntry[]> {
  const reach =
    entry.scope === "project"
      ? "(x.scope IN ('team', 'global') OR (x.scope = 'project' AND x.project_id = $4::uuid))"
      : "x.scope <> 'session' AND $4::uuid IS NOT NULL"
  const like = await similarRows("entry", words, `x.state = 'current' AND ${reach}`)
  if (like === null) return []
  return database().$queryRawUnsafe<ComparedEntry[]>(
    `WITH ${like.best} SELECT ${COLUMNS} FROM best JOIN entry e ON e.team_id = $1::uuid AND e.id = best.id ${JOINS} WHERE ${COMPARED} AND (f.compare_failure IS NULL OR f.compared < f.head OR f.id = $5::uuid) ORDER BY best.exact DESC, best.share DESC, e.id LIMIT ${MOST_LIKE}`,
    teamId,
    like.queries,
    [entry.id],
    entry.projectId,
    entry.fileId,
  )
}

const MOST_COPIES = 1_000
/** Maximum number of words of a text that are looked up. */
const LOOKED_UP = 60

/** Returns at most 1,000 entries with exactly the words of a text, or words with the same stems. */
export async function entriesOfWords({ teamId }: Visibility, statement: string): Promise<ComparedEntry[]> {
  const like = await similarRows("entry", statement, "true")
  const [exact] = like?.queries ?? []
  if (exact === undefined) return []
  return database().$queryRawUnsafe<ComparedEntry[]>(
    `SELECT ${COLUMNS} FROM entry e ${JOINS} WHERE e.team_id = $1::uuid AND e.search @@ $2::tsquery AND ($3 >= ${LOOKED_UP} OR length(e.search) = $3) AND ${COMPARED} ORDER BY f.path, e.line LIMIT ${MOST_COPIES}`,
    teamId,
    exact,
    exact.split(" & ").length,
  )
}

/**
 * Stores the last compared revision of files, and the reason if the comparison failed. Returns the number of
 * changed files.
 */
export async function markCompared(
  tx: Tx,
  teamId: string,
  files: readonly Pick<FileToCompare, "id" | "head" | "failure">[],
): Promise<number> {
  return tx.$executeRaw`
    UPDATE memory_file SET compared = greatest(compared, given.head), compare_failure = given.failure
    FROM unnest(${files.map((file) => file.id)}::uuid[], ${files.map((file) => file.head)}::int[], ${files.map((file) => file.failure)}::text[]) AS given(id, head, failure)
    WHERE memory_file.team_id = ${teamId}::uuid AND memory_file.id = given.id AND (memory_file.compared < given.head OR memory_file.compare_failure IS DISTINCT FROM given.failure)`
}

/**
 * Returns the ids of removed files that were compared. Such files must be compared again if they are
 * restored.
 */
export async function removedButCompared({ teamId }: Visibility): Promise<string[]> {
  const rows = await database().memoryFile.findMany({
    where: { teamId, state: "gone", compared: { gt: 0 } },
    select: { id: true },
  })
  return rows.map((row) => row.id)
}

export async function forgetCompared(tx: Tx, teamId: string, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw(
    Prisma.sql`UPDATE memory_file SET compared = 0, compare_failure = NULL WHERE team_id = ${teamId}::uuid AND id = ANY(${[...ids]}::uuid[]) AND state = 'gone'`,
  )
}
