import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, prepared } from "../infra/client"
import { isId } from "../infra/identifiers"
import { readableFiles, sharedFile, visibleRows, visibleWhere } from "../infra/sql-fragments"

export interface EntryRow {
  readonly id: string
  readonly text: string
  /** Label above the entry. `labels`: column headings of a table row. */
  readonly title: string | null
  readonly labels: string[]
  /** Description in the front matter of its file. */
  readonly about: string | null
  readonly type: string | null
  readonly section: string | null
  readonly confidence: number | null
  readonly date: string | null
  readonly fileId: string
  readonly path: string
  readonly line: number
  readonly endLine: number
  readonly state: string
  readonly scope: string
  readonly project: string
  readonly projectSlug: string
  readonly agent: string | null
  readonly format: string
}

export interface EntryFilter {
  readonly projectId?: string | null | undefined
  /** Also lists memory that the whole team shares, from any project. */
  readonly shared?: boolean | undefined
  readonly scope?: string | undefined
  readonly subject?: string | undefined
  readonly type?: string | undefined
  readonly section?: string | undefined
  readonly agent?: string | undefined
  /** Position of the last entry of the previous page. Only later entries are listed. */
  readonly after?: PlaceOfEntry | undefined
  readonly take: number
}

/** Sort key of an entry in a list. */
export interface PlaceOfEntry {
  readonly path: string
  readonly fileId: string
  readonly position: number
}

const ENTRY_COLUMNS = `e.id, e.text, e.title, e.labels, f.meta->>'description' AS about, e.type, e.section, e.confidence, e.stated_on::text AS date, e.file_id AS "fileId", f.path, e.line, e.end_line AS "endLine", e.state, e.scope,
  p.name AS project, p.slug AS "projectSlug", a.name AS agent, f.format`

const ENTRY_JOINS = `JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
  LEFT JOIN agent a ON a.team_id = e.team_id AND a.id = e.agent_id`

/** Returns at most `take` entries of present files of a team, by path and position in the file. */
export async function readEntries(
  { teamId }: Visibility,
  filter: EntryFilter,
): Promise<(EntryRow & { position: number })[]> {
  const { after } = filter
  return database().$queryRawUnsafe<(EntryRow & { position: number })[]>(
    `SELECT ${ENTRY_COLUMNS}, e.position FROM entry e ${ENTRY_JOINS}
     WHERE e.team_id = $1::uuid AND f.state <> 'gone' AND ($2::uuid IS NULL OR e.project_id = $2::uuid OR ($12::bool AND ${sharedFile("f")})) AND ($3::text IS NULL OR e.scope = $3)
       AND ($4::text IS NULL OR f.subject = $4) AND ($5::text IS NULL OR e.type = $5) AND ($6::text IS NULL OR lower(e.section) = lower($6)) AND ($7::text IS NULL OR a.name = $7)
       AND ($9::text IS NULL OR (f.path, f.id, e.position) > ($9::text, $10::uuid, $11::int))
     ORDER BY f.path, f.id, e.position LIMIT $8::int`,
    teamId,
    ...slots(filter),
    filter.take,
    after?.path ?? null,
    after?.fileId ?? null,
    after?.position ?? null,
    filter.shared ?? false,
  )
}

interface FoundEntry extends EntryRow {
  readonly teamId: string
  readonly projectId: string
  /** Id of the category of the file. Null without one. */
  readonly category: string | null
}

/**
 * Returns a readable entry. Null if there is none. With `shared` false, callers bound to a project cannot
 * read shared entries of other projects.
 */
export async function findEntry(
  visible: readonly Visibility[],
  id: string,
  { shared }: { readonly shared: boolean },
): Promise<FoundEntry | null> {
  if (!isId(id)) return null
  const [row] = await database().$queryRaw<FoundEntry[]>`
    SELECT ${Prisma.raw(ENTRY_COLUMNS)}, e.team_id AS "teamId", e.project_id AS "projectId", f.category_id AS category FROM entry e ${Prisma.raw(ENTRY_JOINS)}
    WHERE ${(shared ? readableFiles : visibleRows)(visible, "f")} AND e.id = ${id}::uuid AND f.state <> 'gone'`
  return row ?? null
}

function slots(filter: EntryFilter): (string | null)[] {
  return [
    filter.projectId ?? null,
    filter.scope ?? null,
    filter.subject ?? null,
    filter.type ?? null,
    filter.section ?? null,
    filter.agent ?? null,
  ]
}

/** Returns the id of the file of a visible entry. Null if the entry does not exist. */
export async function fileOfEntry(visible: Visibility, entryId: string): Promise<string | null> {
  if (!isId(entryId)) return null
  return (
    (
      await database().entry.findUnique({
        where: { teamId_id: { teamId: visible.teamId, id: entryId }, ...visibleWhere(visible) },
        select: { fileId: true },
      })
    )?.fileId ?? null
  )
}

/** Returns the team, project and file of a visible entry. Null if the entry does not exist. */
export async function placeOfEntry(
  visible: readonly Visibility[],
  entryId: string,
): Promise<{ teamId: string; projectId: string; fileId: string } | null> {
  if (!isId(entryId)) return null
  return database().entry.findFirst({
    where: { id: entryId, OR: visible.map(visibleWhere) },
    select: { teamId: true, projectId: true, fileId: true },
  })
}

/** An entry with the key from its file ("mem-001"). */
export interface KeyedEntry {
  readonly id: string
  readonly text: string
  readonly path: string
  readonly line: number
  readonly project: string
  readonly teamId: string
}

export interface KeyAsked {
  readonly key: string
  readonly scope: string | undefined
  readonly take: number
  /** True: returns forgotten entries instead of those in present files. */
  readonly forgotten: boolean
}

/** Returns the visible entries with a key, by file and line. */
export async function entriesByKey(
  visible: readonly Visibility[],
  { key, scope, take, forgotten }: KeyAsked,
): Promise<KeyedEntry[]> {
  if (forgotten)
    return database().$queryRaw<KeyedEntry[]>`
      SELECT DISTINCT ON (f.path, g.entry_id) g.entry_id AS id, g.text, f.path, 0 AS line, p.name AS project, g.team_id AS "teamId"
      FROM forgotten g JOIN memory_file f ON f.team_id = g.team_id AND f.id = g.file_id JOIN project p ON p.team_id = g.team_id AND p.id = g.project_id
      WHERE ${visibleRows(visible, "g")} AND g.again->>'key' = ${key} AND g.restored_at IS NULL
        ${scope === undefined ? Prisma.empty : Prisma.sql`AND f.scope = ${scope}`}
      ORDER BY f.path, g.entry_id LIMIT ${take}`
  return database().$queryRaw<KeyedEntry[]>`
    SELECT e.id, e.text, f.path, e.line, p.name AS project, e.team_id AS "teamId"
    FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
    WHERE ${visibleRows(visible, "e")} AND e.key = ${key} AND f.state <> 'gone'
      ${scope === undefined ? Prisma.empty : Prisma.sql`AND e.scope = ${scope}`}
    ORDER BY f.path, e.position, e.id LIMIT ${take}`
}

/** Returns the current line of each of these entries, by id. Removed entries are left out. */
export async function linesOfEntries(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await database().$queryRaw<{ id: string; line: number }[]>`
    SELECT id, line FROM entry WHERE team_id = ${teamId}::uuid AND id = ANY(${[...new Set(ids)]}::uuid[])`
  return new Map(rows.map(({ id, line }) => [id, line]))
}

/**
 * Returns the entries with these ids, in the order of the ids. Leaves out ids of other teams and of removed
 * files. Ignores the project of the `Visibility`.
 */
export async function entriesById({ teamId }: Visibility, ids: readonly string[]): Promise<EntryRow[]> {
  if (ids.length === 0) return []
  const rows = await database().$queryRawUnsafe<EntryRow[]>(prepared(BY_ID), teamId, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const BY_ID = `SELECT ${ENTRY_COLUMNS} FROM entry e ${ENTRY_JOINS} WHERE e.team_id = $1::uuid AND e.id = ANY($2::uuid[]) AND f.state <> 'gone'`

/**
 * Returns the ids and current texts of current entries whose newest verification has not expired on a day.
 * The verified text may have been another one.
 */
export async function verifiedEntryIds(
  { teamId }: Visibility,
  today: string,
): Promise<{ id: string; text: string }[]> {
  return database().$queryRaw<{ id: string; text: string }[]>`
    SELECT e.id, e.text FROM (SELECT DISTINCT ON (entry_id) entry_id, until FROM vouch WHERE team_id = ${teamId}::uuid ORDER BY entry_id, created_at DESC, id DESC) newest
    JOIN entry e ON e.team_id = ${teamId}::uuid AND e.id = newest.entry_id WHERE newest.until > ${today}::date AND e.state = 'current'`
}
