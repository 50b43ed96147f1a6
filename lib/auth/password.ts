import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto"
import { createWorkQueue } from "./work-queue"

export const LEAST_PASSWORD_LENGTH = 10
/** Maximum length in characters, so that hashing stays cheap. */
const GREATEST_PASSWORD_LENGTH = 512

/**
 * Memory per hash: 128 × N × r bytes = 128 MiB. Stored with each hash, so that old passwords stay valid after
 * a change.
 */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
const KEY_LENGTH = 32

/** Returns why a new password is not accepted, or null. */
export function passwordProblem(password: string): string | null {
  if (password.length < LEAST_PASSWORD_LENGTH)
    return `The password must be at least ${LEAST_PASSWORD_LENGTH} characters long.`
  if (password.length > GREATEST_PASSWORD_LENGTH)
    return `The password can have at most ${GREATEST_PASSWORD_LENGTH} characters.`
  return null
}

/** Returns `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$")
}

/**
 * True if the password matches the hash. Null as hash gives false after the same time, for people without a
 * password and for unknown addresses.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  if (password.length > GREATEST_PASSWORD_LENGTH) return false
  const { N, r, p, salt, key } = parse(hash) ?? NOBODY
  const given = await derive(password, salt, { N, r, p })
  return timingSafeEqual(given, key) && hash !== null
}

const NOBODY = { ...COST, salt: randomBytes(16), key: randomBytes(KEY_LENGTH) }

function parse(hash: string | null): typeof NOBODY | null {
  const parts = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(hash ?? "")
  if (!parts) return null
  const [, N, r, p, salt = "", key = ""] = parts
  const bytes = Buffer.from(key, "base64url")
  if (bytes.length !== KEY_LENGTH) return null
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, "base64url"),
    key: bytes,
  } as typeof NOBODY
}

/** Queue that computes one hash at a time, so that sign-ins use at most 128 MiB. */
const takeTurn = createWorkQueue({ waiting: 64 })

function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  // The same letter can be typed as different code points.
  const text = password.normalize("NFKC")
  return takeTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, KEY_LENGTH, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}
