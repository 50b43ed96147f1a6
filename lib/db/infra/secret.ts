import { createHash, randomBytes } from "node:crypto"

/** 256 random bits as 43 characters that may stand in a URL. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** SHA-256: what is stored of a secret. No salt and no slowness needed: 256 random bits cannot be guessed. */
export function digest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest())
}
