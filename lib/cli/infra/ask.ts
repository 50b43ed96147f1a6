import { setTimeout as pause } from "node:timers/promises"
import { EXIT, refuse, Stop } from "./refusal"

export interface Asked {
  readonly url: string
  readonly token: string
  /** Where the token came from, in words: said where it is not taken. */
  readonly from: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** What is sent again under the same key takes effect once. */
  readonly key?: string
}

/** Before the second and the third attempt. */
const PAUSES_MS = [250, 1_000]

/** A server that is asked too often says when to come back; so long is waited for it, and so often. */
const LONGEST_WAIT_SECONDS = 30
const MOST_WAITS = 10

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

/** What a server answered, whatever it is. */
export interface Answered {
  readonly status: number
  header(name: string): string | null
  readonly text: string
}

/** Sends one request and reads its answer. Throws where there is none, with the reason as its cause. */
export type Exchange = (
  url: string,
  request: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
) => Promise<Answered>

// A token goes to the server that it was made for, and follows no redirection to another.
const overFetch: Exchange = async (url, request) => {
  const sent = await packed(request)
  // A connection that is closed before it answers leaves fetch of some Node releases waiting for ever, with nothing else to do: then the process would end without a word.
  let emptied = (): void => undefined
  const nothingLeft = new Promise<never>((_, reject) => {
    emptied = () => reject(new Error("the connection was closed without a response"))
    process.once("beforeExit", emptied)
  })
  try {
    return await Promise.race([
      nothingLeft,
      fetch(url, { ...sent, redirect: "manual" }).then(async (response) => ({
        status: response.status,
        header: (name: string) => response.headers.get(name),
        text: await response.text(),
      })),
    ])
  } finally {
    process.removeListener("beforeExit", emptied)
  }
}

/** Characters from which a body goes packed: what a folder of some hundred files has to say. */
const WORTH_PACKING = 64 * 1024

async function packed(
  request: Parameters<Exchange>[1],
): Promise<{ method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> }> {
  if (request.body === undefined || request.body.length < WORTH_PACKING) return request
  const { gzipSync } = await import("node:zlib")
  return {
    ...request,
    headers: { ...request.headers, "content-encoding": "gzip" },
    body: gzipSync(request.body, { level: 1 }),
  }
}

export async function ask<T>(
  { url, token, from, method, path, body, key }: Asked,
  exchange = overFetch,
  waits = 0,
): Promise<T> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json",
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  }
  const { status, header, text } = await exchange(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw outOfReach(url, reasonOf(cause), cause)
  })
  const answer = jsonOf(text)
  if (status >= 200 && status < 300 && answer !== null) return answer as T
  const { type, status: __, title, detail: said, ...details } = (answer ?? {}) as Problem
  const detail =
    said !== undefined && type === "/docs/api#unknown-member"
      ? `${said}${/[.?]$/.test(said) ? "" : "."} The server may have a different version than this command`
      : said
  const message = detail ?? (typeof details.reason === "string" ? details.reason : undefined)
  if (status === 401)
    throw refuse("unauthenticated", `${message ?? "the access token is invalid"}. It came from ${from}`)
  const wait = Number(header("retry-after") ?? Number.NaN)
  if (status === 429 && waits < MOST_WAITS && wait <= LONGEST_WAIT_SECONDS) {
    await pause(wait * 1_000)
    return ask({ url, token, from, method, path, body, key }, exchange, waits + 1)
  }
  if (status >= 300 && status < 400)
    throw outOfReach(
      url,
      `the server redirects to ${header("location") ?? "another address"}. If that is your server, set QUARTERDECK_URL to it`,
    )
  if (status === 503 || status === 502 || status === 504) throw outOfReach(url, message ?? `status ${status}`)
  if (answer === null || title === undefined)
    throw outOfReach(url, `status ${status}, which is not a Quarterdeck response`)
  if (status >= 500)
    throw new Stop(EXIT.outOfReach, "unavailable", message ?? `the server returned status ${status}`)
  throw refuse(title, message ?? `the server returned status ${status}`, details)
}

/** How the server refuses: RFC 9457, with what helps to go on. */
interface Problem extends Readonly<Record<string, unknown>> {
  readonly type?: string
  readonly title?: string
  readonly detail?: string
}

export function isOutOfReach(cause: unknown): boolean {
  return cause instanceof Stop && cause.exit === EXIT.outOfReach
}

export function outOfReach(url: string, why: string, cause?: unknown): Stop {
  return new Stop(
    EXIT.outOfReach,
    "unavailable",
    `Quarterdeck at ${url} is unreachable (${why}). Start it with npm start, or set QUARTERDECK_URL`,
    {},
    { cause },
  )
}

export function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: NodeJS.ErrnoException }).cause
  if (inner?.code === "ECONNREFUSED") return "connection refused"
  return inner?.message || inner?.code || (cause as Error).message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a page of something else than Quarterdeck
  }
}
