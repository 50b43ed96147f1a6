import { createHash } from "node:crypto"
import { plainStatement } from "@/lib/memory/similarity/matching"

/** Returns the SHA-256 of an entry's plain text. Differences in layout do not change the hash. */
export const hashOfStatement = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(plainStatement(text)).digest())

export const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")
