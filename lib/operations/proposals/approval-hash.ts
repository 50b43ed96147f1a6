import { createHash } from "node:crypto"
import { decisionContent, type ProposedChange, duplicateKeyOf } from "@/lib/memory/proposals/proposed-change"

const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(text).digest())

/** Returns the hash that an approval must contain. The approval holds only for these changes at this path. */
export const approvalHash = (path: string, changes: readonly ProposedChange[]): Uint8Array<ArrayBuffer> =>
  sha256(decisionContent(path, changes))

/** Returns a key that is equal for proposals with the same request in a project. */
export const proposalKey = (
  projectId: string,
  path: string,
  changes: readonly ProposedChange[],
): Uint8Array<ArrayBuffer> => sha256(`${projectId}\0${duplicateKeyOf(path, changes)}`)
