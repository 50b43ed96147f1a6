import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, createHash } from "node:crypto"

const NONCE = 12
const TAG = 16

/**
 * Encrypts a secret for one column of one row, named by `place`. `decrypt` needs the same place. The key
 * derives from NEXTAUTH_SECRET. Throws if NEXTAUTH_SECRET is missing or too short.
 */
export function encrypt(secret: string, place: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv("aes-256-gcm", keyOfStore(), nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]))
}

/**
 * Returns the decrypted secret. Null if it was encrypted with another NEXTAUTH_SECRET or for another place.
 */
export function decrypt(sealed: Uint8Array, place: string): string | null {
  const bytes = Buffer.from(sealed)
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyOfStore(), bytes.subarray(0, NONCE), {
      authTagLength: TAG,
    })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString("utf8")
  } catch {
    return null // not decryptable
  }
}

/** Returns the encryption key. Throws if NEXTAUTH_SECRET is missing or shorter than 32 characters. */
function keyOfStore(): Buffer {
  const secret = process.env.NEXTAUTH_SECRET
  if (!secret || secret.length < 32)
    throw new Error(
      "NEXTAUTH_SECRET is missing or shorter than 32 characters. Set it to at least 32 random characters: it is required to encrypt channel secrets",
    )
  return Buffer.from(hkdfSync("sha256", secret, "", "quarterdeck: sealed in the store", 32))
}

/** Returns 256 random bits as 43 characters for URLs. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** Returns the SHA-256 that is stored instead of a secret. No salt needed for 256 random bits. */
export function digest(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(secret).digest())
}
