import type { FormatId, LoadLimits } from "@/lib/memory/format"
import { groupBy } from "@/lib/memory/group"
import type { StandingEntry } from "@/lib/memory/standing"
import { database } from "./client"
import type { Tx } from "./commit"
import { isId } from "./identifiers"
import { holdPlaces } from "./imports"

/** A memory file as it stands, with what is needed to write it on. */
export interface Head {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
  readonly projectSlug: string
  readonly agentId: string | null
  readonly agent: string | null
  readonly optedOut: boolean
  readonly categoryId: string | null
  readonly category: string | null
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
  /** Hexadecimal SHA-256 of the text, and of the bytes last exchanged with the source. */
  readonly sha256: string
  readonly base: string
  readonly lines: number
  readonly cut: number | null
  readonly limits: LoadLimits
}

export interface HeadEntry extends StandingEntry {
  readonly line: number
  readonly endLine: number
  readonly sinceRevision: number
}

const HEAD = `f.id, f.project_id AS "projectId", p.name AS "projectName", p.slug AS "projectSlug", f.agent_id AS "agentId", a.name AS agent, coalesce(a.opted_out, false) AS "optedOut",
  f.category_id AS "categoryId", c.slug AS category, f.source_id AS "sourceId", s.kind AS "sourceKind", s.name AS "sourceName", f.path, f.format, f.role, f.scope, f.subject, f.state,
  f.head AS revision, r.text, encode(f.sha256, 'hex') AS sha256, encode(f.base, 'hex') AS base, f.lines, f.cut, f.limits`

const FROM = `memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
  LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id LEFT JOIN source s ON s.team_id = f.team_id AND s.id = f.source_id
  JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head`

export async function findHead(teamId: string, fileId: string, client: Pick<Tx, "$queryRawUnsafe"> = database()): Promise<Head | null> {
  if (!isId(fileId)) return null
  const [head] = await client.$queryRawUnsafe<Head[]>(`SELECT ${HEAD} FROM ${FROM} WHERE f.team_id = $1::uuid AND f.id = $2::uuid`, teamId, fileId)
  return head ?? null
}

/** Of several files; those that are not in the team are left out. */
export async function headsById(teamId: string, fileIds: readonly string[], client: Pick<Tx, "$queryRawUnsafe"> = database()): Promise<Head[]> {
  return client.$queryRawUnsafe<Head[]>(`SELECT ${HEAD} FROM ${FROM} WHERE f.team_id = $1::uuid AND f.id = ANY($2::uuid[]) ORDER BY p.name, f.path, f.id`, teamId, [...fileIds])
}

/** In which of these teams a file is, and at which revision; null where there is no such file in them. */
export async function placeOfFile(teamIds: readonly string[], fileId: string): Promise<{ teamId: string; projectId: string; path: string; revision: number } | null> {
  if (!isId(fileId)) return null
  const file = await database().memoryFile.findFirst({ where: { teamId: { in: [...teamIds] }, id: fileId }, select: { teamId: true, projectId: true, path: true, head: true } })
  return file && { teamId: file.teamId, projectId: file.projectId, path: file.path, revision: file.head }
}

/** What tells the files of a project apart. */
export type FoundHead = Pick<Head, "id" | "agent" | "category" | "path" | "format" | "role" | "scope">

/** The files of one project that are present, without their texts: where a proposal may find the file that it means. */
export async function findHeads(teamId: string, where: { projectId: string; agent?: string; category?: string; scope?: string; path?: string }, client: Pick<Tx, "$queryRaw"> = database()): Promise<FoundHead[]> {
  const { projectId, agent = null, category = null, scope = null, path = null } = where
  return client.$queryRaw<FoundHead[]>`
    SELECT f.id, a.name AS agent, c.slug AS category, f.path, f.format, f.role, f.scope FROM memory_file f LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id
      LEFT JOIN category c ON c.team_id = f.team_id AND c.id = f.category_id
    WHERE f.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND f.state <> 'gone' AND (${agent}::text IS NULL OR a.name = ${agent}) AND (${category}::text IS NULL OR c.slug = ${category})
      AND (${scope}::text IS NULL OR f.scope = ${scope}) AND (${path}::text IS NULL OR f.path = ${path}) ORDER BY f.path`
}

/** The head of what is stored at a place, also where its source no longer has it: no other file can be made there. */
export async function findHeadAt(teamId: string, projectId: string, path: string, client: Pick<Tx, "$queryRawUnsafe"> = database()): Promise<Head | null> {
  const [head] = await client.$queryRawUnsafe<Head[]>(`SELECT ${HEAD} FROM ${FROM} WHERE f.team_id = $1::uuid AND f.project_id = $2::uuid AND f.path = $3`, teamId, projectId, path)
  return head ?? null
}

/** Files that stay until the transaction ends, whatever their number and order. */
export async function holdFiles(tx: Tx, teamId: string, fileIds: readonly string[]): Promise<void> {
  const places = await tx.$queryRaw<{ place: string }[]>`
    SELECT p.name || '/' || f.path AS place FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...fileIds]}::uuid[])`
  await holdPlaces(tx, teamId, places.map((one) => one.place))
}

/**
 * The head of a file, which then stays until the transaction ends: imports and decisions on one file come one after the other.
 * Who needs several holds them together (`holdFiles`), so that no two transactions wait for each other.
 */
export async function holdHead(tx: Tx, teamId: string, fileId: string): Promise<Head | null> {
  await holdFiles(tx, teamId, [fileId])
  return findHead(teamId, fileId, tx)
}

/** The entries of a file in the order of its text. */
export async function headEntries(teamId: string, fileId: string, client: Pick<Tx, "entry"> = database()): Promise<HeadEntry[]> {
  return (await entriesByFile(teamId, [fileId], client)).get(fileId) ?? []
}

/** Of several files; one that has none is left out. */
export async function entriesByFile(teamId: string, fileIds: readonly string[], client: Pick<Tx, "entry"> = database()): Promise<Map<string, HeadEntry[]>> {
  const rows = await client.entry.findMany({
    where: { teamId, fileId: { in: [...fileIds] } },
    select: { id: true, fileId: true, text: true, section: true, state: true, retiredBecause: true, statedOn: true, type: true, confidence: true, key: true, line: true, endLine: true, sinceRevision: true },
    orderBy: [{ fileId: "asc" }, { position: "asc" }],
  })
  const entries = rows.map(({ statedOn, state, ...row }) => ({ ...row, state: state as HeadEntry["state"], date: statedOn?.toISOString().slice(0, 10) ?? null }))
  return groupBy(entries, (entry) => entry.fileId)
}

/** Whether any path of a source begins with this folder: tells what stands before the paths of the others. */
export async function hasPathBelow(teamId: string, sourceId: string, folder: string, client: Pick<Tx, "$queryRaw"> = database()): Promise<boolean> {
  const [found] = await client.$queryRaw<{ found: boolean }[]>`SELECT EXISTS (SELECT 1 FROM memory_file WHERE team_id = ${teamId}::uuid AND source_id = ${sourceId}::uuid AND starts_with(path, ${folder})) AS found`
  return found?.found ?? false
}
