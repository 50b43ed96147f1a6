import { createHash } from "node:crypto"
import { decidedOn, type ProposedChange, sameness } from "@/lib/memory/proposals/proposed-change"

const sha256 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(text).digest())

/** What an approval carries: it holds for these changes at this place and no others. */
export const shownOf = (path: string, changes: readonly ProposedChange[]): Uint8Array<ArrayBuffer> =>
  sha256(decidedOn(path, changes))

/** Equal for what asks for the same in a project. */
export const waitingKeyOf = (
  projectId: string,
  path: string,
  changes: readonly ProposedChange[],
): Uint8Array<ArrayBuffer> => sha256(`${projectId}\0${sameness(path, changes)}`)

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")
