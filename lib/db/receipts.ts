import type { Prisma } from "@/generated/prisma/client"
import { database } from "./client"
import type { Tx } from "./commit"
import { isId, newId } from "./identifiers"

/** A memory file that a text rests on, as it stood. */
export interface ReceiptFile {
  readonly file: string
  readonly path: string
  readonly revision: number
}

export interface NewReceipt {
  readonly teamId: string
  readonly projectId: string
  readonly agent: string
  readonly session: string
  readonly harness: string | null
  /** SHA-256 of the text that was given. */
  readonly sha256: Uint8Array<ArrayBuffer>
  readonly tokens: number
  readonly files: readonly ReceiptFile[]
  /** Ids of the entries that were given, best first. */
  readonly entries: readonly string[]
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
}

export async function addReceipt(tx: Tx, { agent, by, files, entries, ...row }: NewReceipt): Promise<string> {
  const id = newId()
  await tx.receipt.create({ data: { ...row, id, agentName: agent, files: files as unknown as Prisma.InputJsonValue, entries: [...entries], byKind: by.kind, byId: by.id, byName: by.name } })
  return id
}

export interface ReceiptsWanted {
  readonly projectId: string | null
  readonly agent: string | null
  /** Id of the last one seen. */
  readonly after: string | null
  readonly take: number
}

/** Receipts of these teams, the newest first. */
export async function listReceipts(teamIds: readonly string[], { projectId, agent, after, take }: ReceiptsWanted) {
  const rows = await database().receipt.findMany({
    where: { teamId: { in: [...teamIds] }, ...(projectId === null ? {} : { projectId }), ...(agent === null ? {} : { agentName: agent }), ...(after !== null && isId(after) ? { id: { lt: after } } : {}) },
    orderBy: { id: "desc" },
    take,
  })
  const projects = await database().project.findMany({ where: { id: { in: [...new Set(rows.map((row) => row.projectId))] } }, select: { id: true, name: true, slug: true } })
  const named = new Map(projects.map((one) => [one.id, one]))
  return rows.flatMap(({ files, projectId: of, ...row }) => {
    const project = named.get(of)
    return project ? [{ ...row, project, files: files as unknown as ReceiptFile[] }] : []
  })
}
