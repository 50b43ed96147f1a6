import { visibleWhere } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"

/** A memory file in a delivered context, at its revision. */
export interface ReceiptFile {
  readonly file: string
  readonly path: string
  readonly revision: number
}

/** A file on the harness's disk that it loads by itself. */
export interface DiskFile {
  readonly path: string
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string
}

/**
 * A file on disk with the id of the memory file at its path, and the newest revision with the same bytes.
 * Null if unknown.
 */
export interface KnownDiskFile extends DiskFile {
  readonly file: string | null
  readonly revision: number | null
}

export interface NewReceipt {
  readonly teamId: string
  readonly projectId: string
  readonly agent: string
  readonly session: string
  readonly harness: string | null
  /** SHA-256 of the delivered text. */
  readonly sha256: Uint8Array<ArrayBuffer>
  readonly tokens: number
  readonly files: readonly ReceiptFile[]
  readonly onDisk: readonly KnownDiskFile[]
  /** Ids of the delivered entries, best first. */
  readonly entries: readonly string[]
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
}

export async function addReceipt(
  tx: Tx,
  { agent, by, files, onDisk, entries, ...row }: NewReceipt,
): Promise<string> {
  const id = newId()
  await tx.receipt.create({
    data: {
      ...row,
      id,
      agentName: agent,
      files: files as unknown as Prisma.InputJsonValue,
      onDisk: onDisk as unknown as Prisma.InputJsonValue,
      entries: [...entries],
      byKind: by.kind,
      byId: by.id,
      byName: by.name,
    },
  })
  return id
}

/** Returns the memory files and revisions of the files that a harness has on its disk, in the given order. */
export async function revisionsOnDisk(
  { teamId }: Visibility,
  projectId: string,
  found: readonly DiskFile[],
): Promise<KnownDiskFile[]> {
  if (found.length === 0) return []
  return database().$queryRaw<KnownDiskFile[]>`
    SELECT d.path, d.sha256, f.id AS file, known.number AS revision
    FROM unnest(${found.map((one) => one.path)}::text[], ${found.map((one) => one.sha256)}::text[]) WITH ORDINALITY AS d(path, sha256, place)
    LEFT JOIN memory_file f ON f.team_id = ${teamId}::uuid AND f.project_id = ${projectId}::uuid AND f.path = d.path
    LEFT JOIN LATERAL (
      SELECT r.number FROM revision r WHERE r.team_id = ${teamId}::uuid AND r.file_id = f.id AND r.sha256 = decode(d.sha256, 'hex') ORDER BY r.number DESC LIMIT 1
    ) known ON true
    ORDER BY d.place`
}

export interface ReceiptsWanted {
  readonly agent: string | null
  /** Id of the last receipt of the previous page. Null for the first page. */
  readonly after: string | null
  readonly take: number
}

/** Returns visible receipts, newest first. */
export async function listReceipts(visible: readonly Visibility[], { agent, after, take }: ReceiptsWanted) {
  const rows = await database().receipt.findMany({
    where: {
      OR: visible.map(visibleWhere),
      ...(agent === null ? {} : { agentName: agent }),
      ...(after !== null && isId(after) ? { id: { lt: after } } : {}),
    },
    orderBy: { id: "desc" },
    take,
  })
  return withPlace(rows)
}

/** Returns a visible receipt with its project. Null if there is none. */
export async function findReceipt(visible: readonly Visibility[], id: string) {
  if (!isId(id)) return null
  const [found] = await withPlace(
    await database().receipt.findMany({
      where: { OR: visible.map(visibleWhere), id },
    }),
  )
  return found ?? null
}

type Row = Prisma.ReceiptGetPayload<object>

async function withPlace(rows: readonly Row[]) {
  const projects = await database().project.findMany({
    where: { id: { in: [...new Set(rows.map((row) => row.projectId))] } },
    select: { id: true, name: true, slug: true },
  })
  const named = new Map(projects.map((one) => [one.id, one]))
  return rows.flatMap(({ files, onDisk, ...row }) => {
    const project = named.get(row.projectId)
    return project
      ? [
          {
            ...row,
            project,
            files: files as unknown as ReceiptFile[],
            onDisk: onDisk as unknown as KnownDiskFile[],
          },
        ]
      : []
  })
}
export type StoredReceipt = Awaited<ReturnType<typeof withPlace>>[number]

/** Returns the current revisions of files. Removed ones are left out. */
export async function headsOf(
  { teamId }: Visibility,
  files: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await database().memoryFile.findMany({
    where: { teamId, id: { in: [...files] }, state: { not: "gone" } },
    select: { id: true, head: true },
  })
  return new Map(rows.map((row) => [row.id, row.head]))
}

/** Returns the current text, line, state and file id of delivered entries. Removed entries are left out. */
export async function currentEntries({ teamId }: Visibility, ids: readonly string[]) {
  return database().entry.findMany({
    where: { teamId, id: { in: [...ids] } },
    select: { id: true, text: true, line: true, state: true, fileId: true },
  })
}
