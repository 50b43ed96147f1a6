import { createHash } from "node:crypto"

/** Returns the SHA-256 of a text or of bytes in hexadecimal. */
export const sha256Hex = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex")

/** Returns the 32 bytes of the SHA-256 of a text, as the database stores them. */
export const sha256Bytes = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash("sha256").update(text).digest())

/** Returns the SHA-256 of a value as JSON, in hexadecimal. */
export const sha256OfJson = (value: unknown): string => sha256Hex(JSON.stringify(value))
