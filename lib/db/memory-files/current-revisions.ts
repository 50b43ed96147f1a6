import { readableFilesText, visibleWhere } from "../infra/sql-fragments"
import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { FormatId, LoadLimits } from "@/lib/memory/memory-files/format"
import { groupBy } from "@/lib/memory/text/aggregates"
import type { StoredEntry } from "@/lib/memory/proposals/change-status"
import { database, type Reader, prepared } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId } from "../infra/identifiers"
import { lockPlaces } from "../sources/running-imports"
import { batched } from "../infra/batching"

/** A memory file at its current revision, with everything needed to write the next one. */
export interface CurrentFile {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
  readonly projectSlug: string
  readonly agentId: string | null
  readonly agent: string | null
  readonly optedOut: boolean
  readonly categoryId: string | null
  readonly category: string | null
  /** Slug of the category of the file's agent. Null without one. */
  readonly agentCategory: string | null
  readonly sourceId: string | null
  readonly sourceKind: string | null
  readonly sourceName: string | null
  readonly path: string
  readonly format: FormatId
  readonly role: string
  readonly scope: string
  readonly subject: string | null
  readonly state: string
  readonly revision: number
  readonly text: string
  /** SHA-256 of the text, in hexadecimal. `base`: SHA-256 of the merge base. */
  readonly sha256: string
  readonly base: string
  readonly lines: number
  readonly cut: number | null
  readonly limits: LoadLimits
}

export interface CurrentEntry extends StoredEntry {
  readonly line: number
  readonly endLine: number
  readonly sinceRevision: number
}

const HEAD = `f.id, f.project_id AS "projectId", p.name AS "projectName", p.slug AS "projectSlug", f.agent_id AS "agentId", a.name AS agent, coalesce(a.opted_out, false) AS "optedOut",
  f.category_id AS "categoryId", c.slug AS category, ac.slug AS "agentCategory", f.source_id AS "sourceId", s.kind AS "sourceKind", s.name AS "sourceName", f.path, f.format, f.role, f.scope, f.subject, f.state,
  f.head AS revision, r.text, encode(f.sha256, 'hex') AS sha256, encode(f.base, 'hex') AS base, f.lines, f.cut, f.limits`

const FROM_FILE = "memory_file f"
const ITS_OTHERS = `JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
  LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id LEFT JOIN category ac ON ac.team_id = a.team_id AND ac.id = a.category_id LEFT JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
  JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head`
const FROM = `${FROM_FILE} ${ITS_OTHERS}`

export async function findCurrentFile(
  visible: Visibility,
  fileId: string,
  client?: Pick<Tx, "$queryRawUnsafe">,
): Promise<CurrentFile | null> {
  if (!isId(fileId)) return null
  if (!client) return readHead({ visible, fileId })
  const [head] = await client.$queryRawUnsafe<CurrentFile[]>(
    `SELECT ${HEAD} FROM ${FROM} WHERE f.team_id = $1::uuid AND f.id = $2::uuid AND ${readableFilesText("f", "$3", "$4")}`,
    visible.teamId,
    fileId,
    visible.projectId,
    visible.bound,
  )
  return head ?? null
}

/** Identifies a file by id, or by its path in a project. */
type HeadAsked = { readonly visible: Visibility } & (
  | { readonly fileId: string }
  | { readonly projectId: string; readonly path: string }
)

const readHead = batched<HeadAsked, CurrentFile | null>(async (asked) => {
  const heads = await database().$queryRawUnsafe<(CurrentFile & { place: number })[]>(
    prepared(HEADS),
    asked.map(({ visible }) => visible.teamId),
    asked.map((one) => ("fileId" in one ? one.fileId : null)),
    asked.map((one) => ("path" in one ? one.projectId : null)),
    asked.map((one) => ("path" in one ? one.path : null)),
    asked.map(({ visible }) => visible.projectId),
    asked.map(({ visible }) => visible.bound),
  )
  return inPlaces(heads, asked.length)
})

const HEADS = `WITH w AS MATERIALIZED (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::bool[]) WITH ORDINALITY AS w(team_id, file_id, project_id, path, visible, bound, place)),
    f AS MATERIALIZED (
      SELECT w.place, f.* FROM w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id AND ${readableFilesText("f", "w.visible", "w.bound")}
      UNION ALL SELECT w.place, f.* FROM w JOIN memory_file f ON f.team_id = w.team_id AND f.project_id = w.project_id AND f.path = w.path AND ${readableFilesText("f", "w.visible", "w.bound")}
    )
  SELECT ${HEAD}, f.place::int FROM f ${ITS_OTHERS}`

/** Returns a list of `count` rows in the order of `place`, which counts from 1. Null for missing rows. */
function inPlaces<Row extends { readonly place: number }>(
  rows: readonly Row[],
  count: number,
): (Omit<Row, "place"> | null)[] {
  const answers: (Omit<Row, "place"> | null)[] = Array.from({ length: count }, () => null)
  for (const { place, ...row } of rows) answers[place - 1] ??= row
  return answers
}

/** Returns the readable files with these ids, by project and path. Missing files are left out. */
export async function currentFilesById(
  visible: Visibility,
  fileIds: readonly string[],
  client: Pick<Reader, "$queryRawUnsafe"> = database(),
): Promise<CurrentFile[]> {
  return client.$queryRawUnsafe<CurrentFile[]>(
    `SELECT ${HEAD} FROM ${FROM} WHERE f.team_id = $1::uuid AND f.id = ANY($2::uuid[]) AND ${readableFilesText("f", "$3", "$4")} ORDER BY p.name, f.path, f.id`,
    visible.teamId,
    [...fileIds],
    visible.projectId,
    visible.bound,
  )
}

/** Returns the team, project, path and current revision of a visible file. Null if there is none. */
export async function placeOfFile(
  visible: readonly Visibility[],
  fileId: string,
): Promise<{ teamId: string; projectId: string; path: string; revision: number } | null> {
  if (!isId(fileId)) return null
  const file = await database().memoryFile.findFirst({
    where: { id: fileId, OR: visible.map(visibleWhere) },
    select: { teamId: true, projectId: true, path: true, head: true },
  })
  return file && { teamId: file.teamId, projectId: file.projectId, path: file.path, revision: file.head }
}

/** The data of a file that distinguish it from others in its project. */
export type FoundFile = Pick<CurrentFile, "id" | "agent" | "category" | "path" | "format" | "role" | "scope">

export interface HeadFilter {
  readonly projectId: string
  readonly agent?: string
  readonly category?: string
  readonly scope?: string
  readonly path?: string
}

const readHeadsOf = batched<{ teamId: string; projectId: string; agent: string }, FoundFile[]>(
  async (asked) => {
    const rows = await database().$queryRaw<(FoundFile & { place: number })[]>`
    SELECT w.place::int, f.id, a.name AS agent, c.slug AS category, f.path, f.format, f.role, f.scope
    FROM unnest(${asked.map((one) => one.teamId)}::uuid[], ${asked.map((one) => one.projectId)}::uuid[], ${asked.map((one) => one.agent)}::text[]) WITH ORDINALITY AS w(team_id, project_id, agent, place)
      JOIN agent a ON a.team_id = w.team_id AND a.project_id = w.project_id AND a.name = w.agent
      JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id AND f.project_id = w.project_id AND f.state <> 'gone'
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id ORDER BY f.path`
    return listsByPlace(rows, asked.length)
  },
)

function listsByPlace(
  rows: readonly (FoundFile & { readonly place: number })[],
  count: number,
): FoundFile[][] {
  const answers: FoundFile[][] = Array.from({ length: count }, () => [])
  for (const { place, ...row } of rows) answers[place - 1]?.push(row)
  return answers
}

/** Returns the present files of a project without texts, to find the target of a proposal. */
export async function findCurrentFiles(
  { teamId }: Visibility,
  where: HeadFilter,
  client?: Pick<Tx, "$queryRaw">,
): Promise<FoundFile[]> {
  const { projectId, agent = null, category = null, scope = null, path = null } = where
  if (!client && agent !== null && path === null && category === null && scope === null)
    return readHeadsOf({ teamId, projectId, agent })
  return (client ?? database()).$queryRaw<FoundFile[]>`
    SELECT f.id, a.name AS agent, c.slug AS category, f.path, f.format, f.role, f.scope FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
    WHERE f.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND f.state <> 'gone' AND (${agent}::text IS NULL OR a.name = ${agent}) AND (${category}::text IS NULL OR c.slug = ${category})
      AND (${scope}::text IS NULL OR f.scope = ${scope}) AND (${path}::text IS NULL OR f.path = ${path}) ORDER BY f.path`
}

/**
 * Returns stores of the memory protocol in these projects. With an id, those whose path names this project or
 * team.
 */
export async function storesOf(
  projectIds: readonly string[],
  scope: string,
  id: string | undefined,
): Promise<{ id: string; projectId: string }[]> {
  return database().memoryFile.findMany({
    where: {
      projectId: { in: [...projectIds] },
      format: "memory-protocol",
      scope,
      ...(id === undefined ? {} : { subject: id }),
      state: { not: "gone" },
    },
    select: { id: true, projectId: true },
  })
}

/**
 * Returns the readable file at a path, even if it was removed, because no other file can be created at that
 * path. Null if there is none.
 */
export async function findCurrentFileAt(
  visible: Visibility,
  projectId: string,
  path: string,
  client?: Pick<Tx, "$queryRawUnsafe">,
): Promise<CurrentFile | null> {
  if (!client) return readHead({ visible, projectId, path })
  const [head] = await client.$queryRawUnsafe<CurrentFile[]>(
    `SELECT ${HEAD} FROM ${FROM} WHERE f.team_id = $1::uuid AND f.project_id = $2::uuid AND f.path = $3 AND ${readableFilesText("f", "$4", "$5")}`,
    visible.teamId,
    projectId,
    path,
    visible.projectId,
    visible.bound,
  )
  return head ?? null
}

/** Locks files until the end of the transaction, in a fixed order to avoid deadlocks. */
export async function lockFiles(tx: Tx, teamId: string, fileIds: readonly string[]): Promise<void> {
  const places = await tx.$queryRaw<{ place: string }[]>`
    SELECT p.name || '/' || f.path AS place FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[])`
  await lockPlaces(
    tx,
    teamId,
    places.map((one) => one.place),
  )
}

/**
 * Locks and returns a file, so that imports and decisions on it are serialized. To lock several, use
 * `lockFiles`, which avoids deadlocks.
 */
export async function lockCurrentFile(tx: Tx, teamId: string, fileId: string): Promise<CurrentFile | null> {
  await lockFiles(tx, teamId, [fileId])
  return findCurrentFile(wholeTeamUnchecked(teamId), fileId, tx)
}

/** Returns the entries of a file, in the order of the text. */
export async function entriesAtHead(
  visible: Visibility,
  fileId: string,
  client?: Pick<Tx, "$queryRawUnsafe">,
): Promise<CurrentEntry[]> {
  return client
    ? ((await entriesByFile(visible, [fileId], client)).get(fileId) ?? [])
    : (await readEntriesNow({ teamId: visible.teamId, fileId })).entries
}

/** Returns the entries of a file with its revision, 0 for a missing file. */
export function currentEntriesOfFile(
  { teamId }: Visibility,
  fileId: string,
): Promise<{ revision: number; entries: CurrentEntry[] }> {
  return readEntriesNow({ teamId, fileId })
}

const ENTRY = `e.id, e.text, e.section, e.state, e.retired_because AS "retiredBecause", e.stated_on::text AS date, e.type, e.confidence, e.key, e.line, e.end_line AS "endLine", e.since_revision AS "sinceRevision"`

const readEntriesNow = batched<
  { teamId: string; fileId: string },
  { revision: number; entries: CurrentEntry[] }
>(async (asked) => {
  const rows = await database().$queryRawUnsafe<
    { teamId: string; fileId: string; revision: number; entries: CurrentEntry[] | null }[]
  >(
    prepared(ENTRIES_NOW),
    [...new Set(asked.map((one) => one.teamId))],
    [...new Set(asked.map((one) => one.fileId))],
  )
  const found = new Map(
    rows.map((row) => [
      `${row.teamId} ${row.fileId}`,
      { revision: row.revision, entries: row.entries ?? [] },
    ]),
  )
  return asked.map((one) => found.get(`${one.teamId} ${one.fileId}`) ?? { revision: 0, entries: [] })
})

const ENTRIES_NOW = `SELECT f.team_id AS "teamId", f.id AS "fileId", f.head AS revision, (SELECT json_agg(one ORDER BY one.position) FROM (SELECT ${ENTRY}, e.position FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id) AS one) AS entries
  FROM memory_file f WHERE f.team_id = ANY($1::uuid[]) AND f.id = ANY($2::uuid[])`

/** Returns the entries of several files. Files without entries are left out. */
export async function entriesByFile(
  { teamId }: Visibility,
  fileIds: readonly string[],
  client: Pick<Reader, "$queryRawUnsafe"> = database(),
): Promise<Map<string, CurrentEntry[]>> {
  const rows = await client.$queryRawUnsafe<(CurrentEntry & { fileId: string })[]>(
    `SELECT ${ENTRY}, e.file_id AS "fileId" FROM entry e WHERE e.team_id = $1::uuid AND e.file_id = ANY($2::uuid[]) ORDER BY e.file_id, e.position`,
    teamId,
    [...fileIds],
  )
  return groupBy(rows, (entry) => entry.fileId)
}

/**
 * True if a stored path of a source begins with this folder. Shows whether the folder is a common prefix of
 * the paths.
 */
export async function hasPathBelow(
  { teamId }: Visibility,
  sourceId: string,
  folder: string,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<boolean> {
  const [found] = await client.$queryRaw<
    { found: boolean }[]
  >`SELECT EXISTS (SELECT 1 FROM memory_file WHERE team_id = ${teamId}::uuid AND source_id = ${sourceId}::uuid AND starts_with(path, ${folder})) AS found`
  return found?.found ?? false
}
