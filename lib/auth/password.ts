import { formatCount } from "@/lib/memory/text/sentence"
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto"
import { commit } from "@/lib/db/infra/commit"
import { findPersonByEmail, type Person } from "@/lib/db/teams/people"
import { countAttempt, forgetAttempts, type AttemptLimit, takeBackAttempt } from "@/lib/db/teams/logins"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { personActor } from "./create-actor"

/** Thrown if too many calls are waiting in a work queue. */
class TooManyWaitingError extends Error {}

/**
 * Returns a function that runs one task at a time, in the order of the calls. The function throws
 * `TooManyWaitingError` if `waiting` calls are waiting already.
 */
function createWorkQueue({ waiting }: { waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let standing = 0
  return async (work) => {
    if (standing > waiting) throw new TooManyWaitingError(`${standing} are already waiting`)
    standing += 1
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      standing -= 1
    }
  }
}

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

/**
 * Limit of attempts per email address. The first five are not delayed. Guessing is limited to about 100
 * attempts a day.
 */
const WITH_ONE_EMAIL: AttemptLimit = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 900 }
/** Limit of attempts per network address, which several people can share. */
export const FROM_ONE_ADDRESS: AttemptLimit = { free: 20, firstWaitSeconds: 30, longestWaitSeconds: 900 }

export interface PasswordAttempt {
  readonly email: string
  readonly password: string
  /** The network address of the request, from `networkAddress`. */
  readonly address: string
}

export async function signInWithPassword(
  attempt: PasswordAttempt,
  now = new Date(),
): Promise<Outcome<Person>> {
  const proven = await checkPassword(attempt, now)
  if (proven.ok) await recordLogin(proven.value, "password")
  return proven
}

/**
 * Checks a password and returns the person. The refusal and its duration are the same for an unknown address,
 * a person without a password and a wrong password.
 */
export async function checkPassword(
  { email, password, address }: PasswordAttempt,
  now = new Date(),
): Promise<Outcome<Person>> {
  const byEmail = `email ${email.trim().toLowerCase().slice(0, 254)}`
  const byAddress = `address ${address}`
  const wait =
    (await countAttempt(byAddress, FROM_ONE_ADDRESS, now)) ??
    (await countAttempt(byEmail, WITH_ONE_EMAIL, now))
  if (wait) return refused("too-many", `Too many attempts. Try again ${formatWait(wait, now)}.`)

  const person = await findPersonByEmail(email.trim())
  const right = await verifyPassword(password, person?.passwordHash ?? null).catch((error: unknown) => {
    if (error instanceof TooManyWaitingError) return null
    throw error
  })
  if (right === null)
    return refused("unavailable", "Too many people are signing in right now. Try again in a moment.")
  if (!right || !person || person.disabled)
    return refused("unauthenticated", "The email address or password is incorrect.")

  await Promise.all([forgetAttempts(byEmail), takeBackAttempt(byAddress)])
  return done(person)
}

export async function recordLogin(person: Person, way: string): Promise<void> {
  await commit(
    personActor(person),
    { kind: "login.begin", teamId: null, subject: person.name, detail: { way } },
    async () => done(undefined),
  )
}

/**
 * Returns the network address that lib/launch/http-server.mjs wrote into the headers, or "unknown". Only
 * trusted proxies can change the address.
 */
export function networkAddress(headers: { get(name: string): string | null }): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown"
}

/** Returns a wait as text: "in 40 seconds", "in 3 minutes". */
export function formatWait(when: Date, now: Date): string {
  const seconds = Math.max(1, Math.ceil((when.getTime() - now.getTime()) / 1_000))
  if (seconds < 90) return `in ${formatCount(seconds, "second")}`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
