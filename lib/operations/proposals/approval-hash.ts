import { createHash } from "node:crypto"
import { decisionContent, type ProposedChange, duplicateKeyOf } from "@/lib/memory/proposals/proposed-change"

const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(text).digest())

/**
 * Returns the hash that an approval carries. The approval holds for these changes at this place and no
 * others.
 */
export const approvalHash = (path: string, changes: readonly ProposedChange[]): Uint8Array<ArrayBuffer> =>
  sha256(decisionContent(path, changes))

/** Returns a key that is equal for proposals that ask for the same in a project. */
export const proposalKey = (
  projectId: string,
  path: string,
  changes: readonly ProposedChange[],
): Uint8Array<ArrayBuffer> => sha256(`${projectId}\0${duplicateKeyOf(path, changes)}`)
