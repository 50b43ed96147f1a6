import type { Visibility } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"
import type { Tx } from "../infra/commit"
import type { ReceiptFile } from "./receipts"

/**
 * True if a session of the sample fleet has a receipt. Loading the samples again must not add a second one.
 */
export async function hasReceipt({ teamId }: Visibility, session: string): Promise<boolean> {
  return (await database().receipt.findFirst({ where: { teamId, session }, select: { id: true } })) !== null
}

/**
 * Returns the SHA-256 of the text that a memory file had `revisionsAgo` revisions ago, in hexadecimal. Null
 * if the file or the revision does not exist.
 */
export async function bytesAt(
  { teamId }: Visibility,
  projectId: string,
  path: string,
  revisionsAgo: number,
): Promise<string | null> {
  const file = await database().memoryFile.findUnique({
    where: { teamId_projectId_path: { teamId, projectId, path } },
    select: { id: true, head: true },
  })
  if (file === null) return null
  const revision = await database().revision.findUnique({
    where: { teamId_fileId_number: { teamId, fileId: file.id, number: file.head - revisionsAgo } },
    select: { sha256: true },
  })
  return revision && Buffer.from(revision.sha256).toString("hex")
}

/**
 * Sets the time of a revision and of the last change of its file, so that the samples look as if they had
 * changed over several days.
 */
export async function backdateRevision(
  tx: Tx,
  teamId: string,
  { file, revision, at }: { readonly file: string; readonly revision: number; readonly at: Date },
): Promise<void> {
  await tx.revision.update({
    where: { teamId_fileId_number: { teamId, fileId: file, number: revision } },
    data: { createdAt: at },
  })
  await tx.memoryFile.update({ where: { teamId_id: { teamId, id: file } }, data: { changedAt: at } })
}

/** Adds an ended session that received no memory. */
export async function addEndedSession(
  tx: Tx,
  teamId: string,
  {
    projectId,
    agent,
    harness,
    session,
    summary,
    at,
  }: {
    readonly projectId: string
    readonly agent: string
    readonly harness: string
    readonly session: string
    readonly summary: string
    readonly at: Date
  },
): Promise<void> {
  const key = { teamId, projectId, agentName: agent, session }
  await tx.agentSession.upsert({
    where: { teamId_projectId_agentName_session: key },
    create: { ...key, harness, summary, startedAt: at, closedAt: at },
    update: {},
  })
}

/**
 * Sets the time and author of a receipt and the start of its session, so that the samples look as if they had
 * been delivered over several days after their import. Adds the agent's own files at their current revision,
 * so that they do not count as undelivered.
 */
export async function backdateReceipt(
  tx: Tx,
  teamId: string,
  id: string,
  { createdAt, by }: { createdAt: Date; by: string },
): Promise<void> {
  const { files, projectId, agentName, session } = await tx.receipt.findUniqueOrThrow({
    where: { teamId_id: { teamId, id } },
  })
  const given = files as unknown as ReceiptFile[]
  const own = await tx.memoryFile.findMany({
    where: {
      teamId,
      projectId,
      agent: { name: agentName },
      role: { in: ["memory", "index"] },
      id: { notIn: given.map((one) => one.file) },
    },
    select: { id: true, path: true, head: true },
  })
  const all = [...given, ...own.map(({ id: file, path, head: revision }) => ({ file, path, revision }))]
  await tx.receipt.update({
    where: { teamId_id: { teamId, id } },
    data: { createdAt, byName: by, files: all as unknown as Prisma.InputJsonValue },
  })
  await tx.agentSession.updateMany({
    where: { teamId, projectId, agentName, session },
    data: { startedAt: createdAt },
  })
}
