import { cookies } from "next/headers"
import type { Person } from "@/lib/db/people"
import { cookieName, cookieOptions, LOGIN_SECONDS, sealLogin } from "./seal"

/** For server actions and route handlers: from the next request on, the browser is this person's. */
export async function beginLogin(person: Pick<Person, "id" | "loginEpoch">): Promise<void> {
  const jar = await cookies()
  jar.set(cookieName("login"), await sealLogin(person), { ...cookieOptions(), maxAge: LOGIN_SECONDS })
}

export async function endLogin(): Promise<void> {
  const jar = await cookies()
  jar.set(cookieName("login"), "", { ...cookieOptions(), maxAge: 0 })
}
