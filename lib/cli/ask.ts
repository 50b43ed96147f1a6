import { setTimeout as pause } from "node:timers/promises"
import { EXIT, refuse, Stop } from "./refusal"

export interface Asked {
  readonly url: string
  readonly token: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly key?: string
}

/** Before the second and the third attempt. */
const PAUSES_MS = [250, 1_000]

/** Asks again where the connection is cut: for what is sent under a key, so that it takes effect once. */
export async function askUntilReached<T>(asked: Asked): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await ask<T>(asked)
    } catch (cause) {
      if (!isOutOfReach(cause)) throw cause
      await pause(ms)
    }
  }
  return ask<T>(asked)
}

export async function ask<T>({ url, token, method, path, body, key }: Asked): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json", ...(key === undefined ? {} : { "idempotency-key": key }), ...(body === undefined ? {} : { "content-type": "application/json" }) }
  const response = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }).catch((cause: unknown) => {
    throw outOfReach(url, reasonOf(cause), cause)
  })
  const text = await response.text().catch((cause: unknown) => {
    throw outOfReach(url, reasonOf(cause), cause)
  })
  const answer = jsonOf(text)
  if (response.ok && answer !== null) return answer as T
  const { type: _, status: __, title, detail, ...details } = (answer ?? {}) as Problem
  const message = detail ?? (typeof details.reason === "string" ? details.reason : undefined)
  if (response.status === 401) throw refuse("unauthenticated", `${message ?? "the access token is not taken"}. It came from ${process.env.QUARTERDECK_TOKEN ? "QUARTERDECK_TOKEN" : "owner.token in QUARTERDECK_HOME (.quarterdeck of the clone unless set)"}`)
  if (response.status === 503 || response.status === 502 || response.status === 504) throw outOfReach(url, message ?? `it answers ${response.status}`)
  if (answer === null || title === undefined) throw outOfReach(url, `it answers ${response.status} and not as Quarterdeck does`)
  if (response.status >= 500) throw new Stop(EXIT.outOfReach, "unavailable", message ?? `the server answers ${response.status}`)
  throw refuse(title, message ?? `the server answers ${response.status}`, details)
}

/** How the server refuses: RFC 9457, with what helps to go on. */
interface Problem extends Readonly<Record<string, unknown>> {
  readonly title?: string
  readonly detail?: string
}

export function isOutOfReach(cause: unknown): boolean {
  return cause instanceof Stop && cause.exit === EXIT.outOfReach
}

function outOfReach(url: string, why: string, cause?: unknown): Stop {
  return new Stop(EXIT.outOfReach, "unavailable", `Quarterdeck at ${url} is out of reach (${why}): start it with npm start, or set QUARTERDECK_URL`, {}, { cause })
}

function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: NodeJS.ErrnoException }).cause
  if (inner?.code === "ECONNREFUSED") return "nothing listens there"
  return inner?.message || inner?.code || (cause as Error).message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a page of something else than Quarterdeck
  }
}
