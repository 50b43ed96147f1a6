import type { Tx } from "../infra/commit"

/** Sets the merge base of a file and its source: hexadecimal SHA-256. The file's text stays. */
export async function setBase(tx: Tx, teamId: string, fileId: string, base: string): Promise<void> {
  await tx.memoryFile.update({
    where: { teamId_id: { teamId, id: fileId } },
    data: { base: new Uint8Array(Buffer.from(base, "hex")) },
  })
}
