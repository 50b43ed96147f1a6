import { createHash, randomBytes } from "node:crypto"

/** Returns 256 random bits as 43 characters for URLs. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** Returns the SHA-256 that is stored instead of a secret. No salt needed for 256 random bits. */
export function digest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest())
}
