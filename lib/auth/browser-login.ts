import { cookies } from "next/headers"
import { type Person } from "@/lib/db/teams/people"
import { LOGIN_SECONDS, cookieName, cookieOptions, createSessionCookie, closeLogin } from "./session-cookie"

/** Signs the browser in as this person. For server actions and route handlers. */
export async function beginLogin(person: Pick<Person, "id" | "loginEpoch">): Promise<void> {
  const jar = await cookies()
  jar.set(cookieName("login"), await createSessionCookie(person), {
    ...cookieOptions(),
    maxAge: LOGIN_SECONDS,
  })
}

/** Signs this browser out: ends its login on the server and clears its cookie. */
export async function endLogin(): Promise<void> {
  const jar = await cookies()
  await closeLogin(jar.get(cookieName("login"))?.value)
  jar.set(cookieName("login"), "", { ...cookieOptions(), maxAge: 0 })
}
