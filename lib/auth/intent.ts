import { cookies } from "next/headers"
import { cookieName, cookieOptions } from "./session-cookie"

/** Purpose of a sign-in at a provider. Kept in a cookie until the person returns from the provider. */
export type Intent = { readonly kind: "invitation"; readonly key: string } | { readonly kind: "connect" }

const SECONDS = 15 * 60

export async function rememberIntent(intent: Intent | null): Promise<void> {
  const jar = await cookies()
  if (intent === null) jar.set(cookieName("intent"), "", { ...cookieOptions(), maxAge: 0 })
  else
    jar.set(cookieName("intent"), intent.kind === "connect" ? "connect" : `key.${intent.key}`, {
      ...cookieOptions(),
      maxAge: SECONDS,
    })
}

/** Returns the intent and removes it. Null if there is none. */
export async function takeIntent(): Promise<Intent | null> {
  const jar = await cookies()
  const value = jar.get(cookieName("intent"))?.value
  if (!value) return null
  await rememberIntent(null)
  return value === "connect" ? { kind: "connect" } : { kind: "invitation", key: value.slice("key.".length) }
}
