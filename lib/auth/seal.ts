import { decode, encode } from "next-auth/jwt"
import { findPerson, type Person } from "@/lib/db/people"
import { authSecret, usesTls } from "./environment"

/** A login ends by itself after this long. */
export const LOGIN_SECONDS = 14 * 24 * 3_600

/** Over TLS the name carries `__Host-`: no other host, and no page without TLS, can set or replace it. */
export function cookieName(name: string): string {
  return usesTls() ? `__Host-quarterdeck.${name}` : `quarterdeck.${name}`
}

export function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: usesTls() } as const
}

/** Encrypted and authenticated with NEXTAUTH_SECRET; the same form that next-auth gives its own. */
export function sealLogin({ id, loginEpoch }: Pick<Person, "id" | "loginEpoch">): Promise<string> {
  return encode({ token: { sub: id, epoch: loginEpoch }, secret: authSecret(), maxAge: LOGIN_SECONDS })
}

/** The person who holds this login, as the database knows them now. Null: forged, expired, ended, or the person is gone. */
export async function personOfLogin(sealed: string | undefined): Promise<Person | null> {
  if (!sealed) return null
  // Whatever is wrong with it, it is not a login: the library throws a different error for each way to forge one.
  const login = await decode({ token: sealed, secret: authSecret() }).catch(() => null)
  if (typeof login?.sub !== "string") return null
  return holderOf({ sub: login.sub, epoch: login.epoch })
}

/** Checks the claims of a login against the person's row. */
export async function holderOf({ sub, epoch }: { sub: string; epoch: unknown }): Promise<Person | null> {
  const person = await findPerson(sub)
  return person === null || person.disabled || person.loginEpoch !== epoch ? null : person
}
