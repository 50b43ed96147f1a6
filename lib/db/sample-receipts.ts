import type { Prisma } from "@/generated/prisma/client"
import { database } from "./client"
import type { Tx } from "./commit"
import type { ReceiptFile } from "./receipts"

/** Whether a session of the samples has left its receipt: loading them may have been cut off. */
export async function hasReceipt(teamId: string, session: string): Promise<boolean> {
  return (await database().receipt.findFirst({ where: { teamId, session }, select: { id: true } })) !== null
}

/** The bytes of a memory file as they stand, hexadecimal; null where there is none. */
export async function bytesAt(teamId: string, projectId: string, path: string): Promise<string | null> {
  const file = await database().memoryFile.findUnique({ where: { teamId_projectId_path: { teamId, projectId, path } }, select: { sha256: true } })
  return file && Buffer.from(file.sha256).toString("hex")
}

/** Samples came over days, not all at the first start, and were imported before: so their agents were given of all their files what these say now. */
export async function backdateReceipt(tx: Tx, teamId: string, id: string, { createdAt, by }: { createdAt: Date; by: string }): Promise<void> {
  const { files, projectId, agentName, session } = await tx.receipt.findUniqueOrThrow({ where: { teamId_id: { teamId, id } } })
  const given = files as unknown as ReceiptFile[]
  const own = await tx.memoryFile.findMany({ where: { teamId, projectId, agent: { name: agentName }, role: { in: ["memory", "index"] }, id: { notIn: given.map((one) => one.file) } }, select: { id: true, path: true, head: true } })
  const all = [...given, ...own.map(({ id: file, path, head: revision }) => ({ file, path, revision }))]
  await tx.receipt.update({ where: { teamId_id: { teamId, id } }, data: { createdAt, byName: by, files: all as unknown as Prisma.InputJsonValue } })
  await tx.agentSession.updateMany({ where: { teamId, projectId, agentName, session }, data: { startedAt: createdAt } })
}
