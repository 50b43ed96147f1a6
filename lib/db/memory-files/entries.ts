import { Prisma } from "@/generated/prisma/client"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database } from "../infra/client"
import { isId } from "../infra/identifiers"
import { readableFiles, sharedFile, visibleRows } from "../infra/visible-rows"

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

export const ENTRY_COLUMNS = `e.id, e.text, e.title, e.labels, f.meta->>'description' AS about, e.type, e.section, e.confidence, e.stated_on::text AS date, e.file_id AS "fileId", f.path, e.line, e.end_line AS "endLine", e.state, e.scope,
  p.name AS project, p.slug AS "projectSlug", a.name AS agent, f.format`

export const ENTRY_JOINS = `JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
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
