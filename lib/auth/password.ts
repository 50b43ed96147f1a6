import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto"
import { inTurn } from "./in-turn"

export const LEAST_PASSWORD_LENGTH = 10
/** Long enough for any sentence; hashing a megabyte would be a gift to whoever wants the server busy. */
const GREATEST_PASSWORD_LENGTH = 512

/** 128 × N × r bytes: 128 MiB a hash. Stored with each hash, so that raising it later leaves old passwords valid. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const
const KEY_LENGTH = 32

/** What is wrong with a password that somebody chose, or null. */
export function passwordProblem(password: string): string | null {
  if (password.length < LEAST_PASSWORD_LENGTH)
    return `The password needs at least ${LEAST_PASSWORD_LENGTH} characters.`
  if (password.length > GREATEST_PASSWORD_LENGTH)
    return `The password may have at most ${GREATEST_PASSWORD_LENGTH} characters.`
  return null
}

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$")
}

/** Takes equally long whether there is a hash (a person who signs in elsewhere has none, an unknown address neither) or not. */
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

/** One hash at a time: memory stays at 128 MiB however many people sign in. */
const takeTurn = inTurn({ waiting: 64 })

function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
  // One person's "é" is two code points on another keyboard.
  const text = password.normalize("NFKC")
  return takeTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, KEY_LENGTH, options, (error, key) => (error ? reject(error) : resolve(key)))
      }),
  )
}
