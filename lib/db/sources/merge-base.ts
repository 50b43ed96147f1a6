import type { Tx } from "../infra/commit"

/** Says what a file and its source last agreed on: hexadecimal SHA-256 of the bytes. The file's text stays. */
export async function setBase(tx: Tx, teamId: string, fileId: string, base: string): Promise<void> {
  await tx.memoryFile.update({
    where: { teamId_id: { teamId, id: fileId } },
    data: { base: new Uint8Array(Buffer.from(base, "hex")) },
  })
}
