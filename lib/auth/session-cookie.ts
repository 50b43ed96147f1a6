import { decode, encode } from "next-auth/jwt"
import { commit } from "@/lib/db/infra/commit"
import { newId } from "@/lib/db/infra/identifiers"
import { addLogin, deleteLogin } from "@/lib/db/teams/logins"
import { findPersonOfLogin, type Person } from "@/lib/db/teams/people"
import { done } from "@/lib/memory/inputs/outcome"
import { authSecret, usesTls } from "./environment"
import { personActor } from "./create-actor"

/** Lifetime of a login in seconds. */
export const LOGIN_SECONDS = 14 * 24 * 3_600

/**
 * Returns the full name of a cookie. Over TLS, the name begins with `__Host-`, so that no other host and no
 * page without TLS can set the cookie.
 */
export function cookieName(name: string): string {
  return usesTls() ? `__Host-quarterdeck.${name}` : `quarterdeck.${name}`
}

export function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: usesTls() } as const
}

/**
 * Claims of a login cookie. `sub`: ID of the person. `epoch`: login epoch of the person at sign-in. `login`:
 * ID of the stored login.
 */
export interface LoginClaims {
  readonly sub: string
  readonly epoch: number
  readonly login: string
}

/** Stores a login of the person and returns the claims of its cookie. */
export async function storeLogin(
  { id, loginEpoch }: Pick<Person, "id" | "loginEpoch">,
  now = new Date(),
): Promise<LoginClaims> {
  const login = newId()
  const expiresAt = new Date(now.getTime() + LOGIN_SECONDS * 1_000)
  await addLogin({ id: login, userId: id, now, expiresAt })
  return { sub: id, epoch: loginEpoch, login }
}

/** Stores a login and returns the value of its cookie, encrypted and authenticated with NEXTAUTH_SECRET. */
export async function createSessionCookie(person: Pick<Person, "id" | "loginEpoch">): Promise<string> {
  return encode({
    token: { ...(await storeLogin(person)) },
    secret: authSecret(),
    maxAge: LOGIN_SECONDS,
  })
}

/**
 * Returns the person of a login cookie. Null if the login is forged, expired or ended, or the person was
 * removed.
 */
export async function personOfLogin(sealed: string | undefined, now = new Date()): Promise<Person | null> {
  return personOfClaims(await claimsOf(sealed), now)
}

/** Ends the login of this cookie on the server, so that copies of the cookie stop working. */
export async function closeLogin(sealed: string | undefined): Promise<void> {
  await endLoginOfClaims(await claimsOf(sealed))
}

/** Ends the login with these claims, if it is still valid. */
export async function endLoginOfClaims(claims: Claims): Promise<void> {
  const person = await personOfClaims(claims)
  if (!person || typeof claims?.login !== "string") return
  const { login: id } = claims
  await commit(personActor(person), { kind: "login.end", teamId: null, subject: person.name }, async (tx) => {
    await deleteLogin(tx, { id, userId: person.id })
    return done(undefined)
  })
}

/**
 * Returns the person of a login. Null if the claims are malformed, the login has ended, or the person is
 * disabled.
 */
export async function personOfClaims(claims: Claims, now = new Date()): Promise<Person | null> {
  if (typeof claims?.sub !== "string" || typeof claims.login !== "string" || !UUID.test(claims.login))
    return null
  const person = await findPersonOfLogin({ login: claims.login, userId: claims.sub }, now)
  return person === null || person.disabled || person.loginEpoch !== claims.epoch ? null : person
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Claims = { readonly [claim in keyof LoginClaims]?: unknown } | null

async function claimsOf(sealed: string | undefined): Promise<Claims> {
  if (!sealed) return null
  // The library throws a different error for each way to forge a login.
  return decode({ token: sealed, secret: authSecret() }).catch(() => null)
}
