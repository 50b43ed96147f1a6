import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { cache } from "react"
import { findAccessToken, touchAccessToken } from "@/lib/db/teams/access-tokens"
import { findPerson, ownerExists, type Person } from "@/lib/db/teams/people"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { cookieName, personOfLogin } from "./session-cookie"
import { personActor, tokenActor } from "./create-actor"
import { PATH_HEADER, safeNext, isSameOrigin } from "./web-security"

export { ownerExists, type Person } from "@/lib/db/teams/people"
export { limitToAgent, systemActor } from "./create-actor"

/**
 * Returns the actor of the signed-in person, for pages and server actions. Redirects other visitors like
 * `requirePerson`.
 */
export async function requireActor(): Promise<Actor> {
  return personActor(await requirePerson())
}

/**
 * Returns the signed-in person, for pages about their own account. Redirects other visitors to the sign-in
 * page, which leads back to the requested page, or to /welcome if there is no owner yet.
 */
export async function requirePerson(): Promise<Person> {
  const person = await findSignedIn()
  if (person) return person
  if (!(await ownerExists())) redirect("/welcome")
  const next = safeNext((await headers()).get(PATH_HEADER))
  redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`)
}

/** Returns the signed-in person's actor, or null, for public pages. */
export async function findActor(): Promise<Actor | null> {
  const person = await findSignedIn()
  return person && personActor(person)
}

/**
 * Returns the signed-in person, or null. The row is read once per request, so that a removed person loses
 * access immediately.
 */
export const findSignedIn = cache(async (): Promise<Person | null> => {
  const jar = await cookies()
  return personOfLogin(jar.get(cookieName("login"))?.value)
})

/**
 * Returns the actor of an API request: the actor of the access token (`Authorization: Bearer qd_…`), else the
 * person of the login cookie. An invalid token is rejected even if the cookie is valid. Writes with a cookie
 * must come from Quarterdeck's own pages.
 */
export async function actorFromRequest(request: Request, now = new Date()): Promise<Outcome<Actor>> {
  const authorization = request.headers.get("authorization")
  if (authorization !== null) return actorOfToken(authorization, now)

  const person = await personOfLogin(readCookie(request, cookieName("login")))
  if (!person)
    return refused("unauthenticated", "Sign in, or send an access token: Authorization: Bearer qd_…")
  if (!isSameOrigin(request))
    return refused(
      "forbidden",
      "This request comes from another site. When you are signed in, changes are accepted only from Quarterdeck's own pages",
    )
  return done(personActor(person))
}

async function actorOfToken(authorization: string, now: Date): Promise<Outcome<Actor>> {
  const secret = /^Bearer +(\S{1,256})$/i.exec(authorization)?.[1]
  const token = secret ? await findAccessToken(secret) : null
  if (
    !token ||
    token.endedAbove ||
    token.revokedAt !== null ||
    (token.expiresAt !== null && token.expiresAt <= now)
  ) {
    return refused(
      "unauthenticated",
      "This access token is unknown, expired or revoked. A lead can create a new one in Settings > Access tokens. People can sign in again with quarterdeck login",
    )
  }
  if (token.userId === null) {
    await touchAccessToken(token, now)
    return done(tokenActor(token))
  }
  const person = await findPerson(token.userId)
  if (!person || person.disabled)
    return refused(
      "unauthenticated",
      "The person who signed in on this command line no longer has access. Sign in as someone else with quarterdeck login",
    )
  await touchAccessToken(token, now)
  return done(personActor(person, token.name))
}

function readCookie(request: Request, name: string): string | undefined {
  for (const part of request.headers.get("cookie")?.split(";") ?? []) {
    const at = part.indexOf("=")
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
}
