import { escapeLike, readableWhere, visibleRows, visibleWhere } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { database, type Reader } from "../infra/client"
import { isId } from "../infra/identifiers"

const LISTED = {
  id: true,
  path: true,
  format: true,
  role: true,
  scope: true,
  subject: true,
  state: true,
  title: true,
  head: true,
  bytes: true,
  lines: true,
  entries: true,
  retired: true,
  sessions: true,
  cut: true,
  problems: true,
  limits: true,
  updatedOn: true,
  changedAt: true,
  project: { select: { name: true, slug: true } },
  agent: { select: { name: true } },
  category: { select: { slug: true, name: true } },
} as const

export interface FileFilter {
  readonly agentId?: string
  readonly categoryId?: string
  readonly text?: string
  readonly after?: string
  readonly take?: number
}

const MOST_LOADED = 200

/**
 * Returns files of a project that a harness may load: the agent's own, its category's and shared ones, at
 * most 200 of each.
 */
export async function listLoadable(
  { teamId }: Visibility,
  {
    projectId,
    agentId,
    categoryId,
    days,
  }: {
    readonly projectId: string
    readonly agentId: string | null
    readonly categoryId: string | null
    /** ISO dates: those of logs that are loaded. */ readonly days: readonly string[]
  },
) {
  const files = (where: object) =>
    database().memoryFile.findMany({
      where: { teamId, projectId, state: { not: "gone" }, scope: { not: "session" }, ...where },
      select: { ...LISTED, sha256: true, base: true },
      orderBy: [{ path: "asc" }, { id: "asc" }],
      take: MOST_LOADED,
    })
  const ofDays = { role: "log", OR: days.map((day) => ({ path: { contains: `/${day}` } })) }
  const found = await Promise.all([
    agentId === null ? [] : files({ agentId, OR: [{ role: { not: "log" } }, ofDays] }),
    categoryId === null ? [] : files({ agentId: null, categoryId }),
    files({
      agentId: null,
      categoryId: null,
      OR: [{ role: { in: ["memory", "index", "identity", "runs"] } }, ofDays],
    }),
  ])
  return found.flat()
}

/** Returns the texts of files at the given revisions, by file id. */
export async function headTexts(
  { teamId }: Visibility,
  heads: readonly { readonly id: string; readonly head: number }[],
): Promise<Map<string, string>> {
  const rows =
    heads.length === 0
      ? []
      : await database().revision.findMany({
          where: { teamId, OR: heads.map(({ id, head }) => ({ fileId: id, number: head })) },
          select: { fileId: true, text: true },
        })
  return new Map(rows.map(({ fileId, text }) => [fileId, text]))
}

/** Returns files by path. `after` is the id of the last one seen. */
export async function listFiles(visible: Visibility, filter: FileFilter) {
  return database().memoryFile.findMany({
    where: {
      ...visibleWhere(visible),
      ...(filter.agentId ? { agentId: filter.agentId } : {}),
      ...(filter.categoryId ? { categoryId: filter.categoryId } : {}),
      ...(filter.text ? { path: { contains: escapeLike(filter.text), mode: "insensitive" as const } } : {}),
    },
    select: LISTED,
    orderBy: [{ path: "asc" }, { id: "asc" }],
    ...(filter.after ? { cursor: { teamId_id: { teamId: visible.teamId, id: filter.after } }, skip: 1 } : {}),
    ...(filter.take ? { take: filter.take } : {}),
  })
}
export type ListedFile = Awaited<ReturnType<typeof listFiles>>[number]

/** Returns a readable file with everything derived from its current text. Null if there is none. */
export async function findFile(visible: Visibility, id: string) {
  const { teamId } = visible
  if (!isId(id)) return null
  const [file, sections, parts, log] = await Promise.all([
    database().memoryFile.findUnique({
      where: { teamId_id: { teamId, id }, ...readableWhere(visible) },
      select: {
        ...LISTED,
        projectId: true,
        agentId: true,
        categoryId: true,
        sourceId: true,
        meta: true,
        diagnostics: true,
      },
    }),
    database().section.findMany({ where: { teamId, fileId: id }, orderBy: { position: "asc" } }),
    database().entry.findMany({
      where: { teamId, fileId: id },
      orderBy: { position: "asc" },
      omit: { agentId: true, projectId: true, teamId: true },
    }),
    database().logRecord.findMany({
      where: { teamId, fileId: id },
      orderBy: { position: "asc" },
      omit: { teamId: true, agentId: true },
    }),
  ])
  return file && { ...file, sections, parts, log }
}

export async function findRevision(
  { teamId }: Visibility,
  fileId: string,
  number: number,
  client: Pick<Reader, "revision"> = database(),
) {
  return client.revision.findUnique({ where: { teamId_fileId_number: { teamId, fileId, number } } })
}

export interface PagedFile {
  readonly id: string
  readonly path: string
  readonly project: string
  /** SHA-256 of the text, in hexadecimal. */
  readonly sha256: string
  readonly bytes: number
  /** Current text. Null if texts were not requested. */
  readonly text: string | null
}

export interface FilePage {
  /** Id of the last file of the previous page. Null for the first page. */
  readonly after: string | null
  readonly texts: boolean
}

const PAGE = { files: 500, lines: 20_000, bytes: 4 * 1024 * 1024 }

/**
 * Returns the next page of visible present files, in order of id. Without texts, a page has at most 20,000
 * files; with texts, at most 500 files and about 4 MiB. Empty after the last page.
 */
export async function nextFiles(visible: Visibility, { after, texts }: FilePage): Promise<PagedFile[]> {
  return database().$queryRaw<PagedFile[]>`
    WITH next AS (
      SELECT id, path, project_id, head, bytes, sha256 FROM memory_file
      WHERE ${visibleRows(visible, "memory_file")} AND state <> 'gone' AND (${after}::uuid IS NULL OR id > ${after}::uuid)
      ORDER BY id LIMIT ${texts ? PAGE.files : PAGE.lines}
    ), summed AS (SELECT *, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM next)
    SELECT s.id, s.path, p.name AS project, encode(s.sha256, 'hex') AS sha256, s.bytes, r.text FROM summed s
    JOIN project p ON p.team_id = ${visible.teamId}::uuid AND p.id = s.project_id
    LEFT JOIN revision r ON ${texts}::bool AND r.team_id = ${visible.teamId}::uuid AND r.file_id = s.id AND r.number = s.head
    WHERE NOT ${texts}::bool OR s.before < ${PAGE.bytes}
    ORDER BY s.id`
}
