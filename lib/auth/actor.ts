import { cookies, headers } from "next/headers"
import { redirect } from "next/navigation"
import { cache } from "react"
import { findAccessToken, touchAccessToken } from "@/lib/db/teams/access-tokens"
import { findPerson, ownerExists, type Person } from "@/lib/db/teams/people"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { cookieName, personOfLogin } from "./session-cookie"
import { personActor, tokenActor } from "./mint"
import { PATH_HEADER, safeNext } from "./next-path"
import { isSameOrigin } from "./same-origin"

export { asAgent, systemActor } from "./mint"

/** For pages and server actions: whoever is signed in. Others are sent to sign in, and back afterwards. */
export async function requireActor(): Promise<Actor> {
  return personActor(await requirePerson())
}

/** The same, for the pages that show a person their own account. */
export async function requirePerson(): Promise<Person> {
  const person = await findSignedIn()
  if (person) return person
  if (!(await ownerExists())) redirect("/welcome")
  const next = safeNext((await headers()).get(PATH_HEADER))
  redirect(next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`)
}

/** For pages that anyone may open: the person signed in, or null. */
export async function findActor(): Promise<Actor | null> {
  const person = await findSignedIn()
  return person && personActor(person)
}

/** Reads the row each time a request comes, once a request: who was removed is out at once. */
export const findSignedIn = cache(async (): Promise<Person | null> => {
  const jar = await cookies()
  return personOfLogin(jar.get(cookieName("login"))?.value)
})

/**
 * For API routes: an access token (`Authorization: Bearer qd_…`), else the login cookie. A token that does not hold is refused
 * even beside a good cookie. With a cookie, whatever changes something must come from our own pages.
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
      "This request comes from another site; with a login, changes are only taken from Quarterdeck's own pages",
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
    return refused("unauthenticated", "The person who signed in on this command line no longer has access")
  await touchAccessToken(token, now)
  return done(personActor(person, token.name))
}

function readCookie(request: Request, name: string): string | undefined {
  for (const part of request.headers.get("cookie")?.split(";") ?? []) {
    const at = part.indexOf("=")
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
}
