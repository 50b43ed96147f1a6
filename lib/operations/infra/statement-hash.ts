import { createHash } from "node:crypto"
import { plainStatement } from "@/lib/memory/similarity/same-statement"

/** SHA-256 of what a statement says, whatever its layout. */
export const hashOfStatement = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(plainStatement(text)).digest())

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")
