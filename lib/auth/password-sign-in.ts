import { commit } from "@/lib/db/infra/commit"
import { findPersonByEmail, type Person } from "@/lib/db/teams/people"
import {
  countAttempt,
  forgetAttempts,
  type AttemptLimit,
  takeBackAttempt,
} from "@/lib/db/teams/sign-in-failures"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { TooManyWaitingError } from "./work-queue"
import { personActor } from "./create-actor"
import { verifyPassword } from "./password"

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
  if (seconds < 90) return `in ${seconds} seconds`
  return `in ${Math.ceil(seconds / 60)} minutes`
}
