import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { isOutOfReach, outOfReach, reasonOf } from "../infra/http-client"
import { refuse } from "../infra/exit-codes"

/** A started device login (RFC 8628). */
const DeviceLogin = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  expiresIn: z.number(),
  interval: z.number(),
})
export type BegunLogin = z.output<typeof DeviceLogin>

const TokenState = z.object({ id: z.string(), token: z.string(), person: z.string(), expiresAt: z.string() })
export type TokenResult = z.output<typeof TokenState>

/** Seconds added to the interval each time the server responds slow_down (RFC 8628, 3.5). */
const SLOWER_SECONDS = 5

export async function beginDeviceLogin(url: string, machine: string): Promise<BegunLogin> {
  const { status, body } = await post(url, "/api/device", { machine })
  const begun = DeviceLogin.safeParse(body)
  if (status === 200 && begun.success) return begun.data
  throw refused(url, status, body)
}

/** Polls until the login is approved, and returns its token. Throws if the login is rejected or expires. */
export async function waitForToken(
  url: string,
  { deviceCode, expiresIn, interval }: BegunLogin,
): Promise<TokenResult> {
  const end = Date.now() + expiresIn * 1_000
  for (let seconds = interval; Date.now() < end;) {
    await pause(seconds * 1_000)
    const answer = await post(url, "/api/device/token", { deviceCode }).catch((cause: unknown) => {
      if (isOutOfReach(cause)) return null // The server may be available again before the login expires.
      throw cause
    })
    if (answer === null || answer.status >= 500) continue
    const taken = TokenState.safeParse(answer.body)
    if (answer.status === 200 && taken.success) return taken.data
    const { error } = (answer.body ?? {}) as { error?: string }
    if (error === "slow_down") seconds += SLOWER_SECONDS
    else if (error === "access_denied")
      throw refuse("forbidden", "the sign-in was rejected in the browser, so nothing was stored")
    else if (error === "expired_token") break
    else if (error !== "authorization_pending") throw refused(url, answer.status, answer.body)
  }
  throw refuse("expired", "the code expired before it was confirmed: run quarterdeck login again")
}

async function post(url: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json().catch(() => null) } // The caller reports responses that are not JSON.
  } catch (cause) {
    throw outOfReach(url, reasonOf(cause), cause)
  }
}

function refused(url: string, status: number, body: unknown) {
  const { title, detail } = (body ?? {}) as { title?: string; detail?: string }
  if (title === undefined || status >= 500)
    return outOfReach(url, detail ?? `status ${status}, and the response is not from Quarterdeck`)
  return refuse(title, detail ?? `the server returned status ${status}`)
}
