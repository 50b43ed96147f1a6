import { setTimeout as pause } from "node:timers/promises"
import { EXIT, refuse, CommandError } from "./exit-codes"

export interface ServerRequest {
  readonly url: string
  readonly token: string
  /** Source of the token, for the message if the server rejects it. */
  readonly from: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Idempotency key: a repeated request takes effect once. */
  readonly key?: string
}

/** Milliseconds of pause before the second and the third attempt. */
const PAUSES_MS = [250, 1_000]

/**
 * Longest time in Retry-After after which a rate-limited request is repeated. `MOST_WAITS`: maximum number of
 * repetitions.
 */
const LONGEST_WAIT_SECONDS = 30
const MOST_WAITS = 10

/**
 * Sends a request, and repeats it up to twice if the server is unreachable. Only for requests with an
 * idempotency key.
 */
export async function sendWithRetries<T>(asked: ServerRequest): Promise<T> {
  for (const ms of PAUSES_MS) {
    try {
      return await sendRequest<T>(asked)
    } catch (cause) {
      if (!isOutOfReach(cause)) throw cause
      await pause(ms)
    }
  }
  return sendRequest<T>(asked)
}

/** A response of a server, which may be another server than Quarterdeck. */
export interface ServerResponse {
  readonly status: number
  header(name: string): string | null
  readonly text: string
}

/** Sends one request and reads the response. Throws if there is no response, with the reason as cause. */
export type Exchange = (
  url: string,
  request: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
) => Promise<ServerResponse>

// Redirects are not followed, because a token must not reach another server.
const overFetch: Exchange = async (url, request) => {
  const sent = await packed(request)
  // In some Node releases, fetch never settles if the connection closes before the response. The process
  // would then exit without an error.
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

/** Minimum length in characters of a body that is compressed. */
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

/**
 * Sends one request and returns the JSON of its response. Waits and repeats a rate-limited request, at most
 * `MOST_WAITS` times. Throws a `CommandError` for every other response, and if there is no response.
 */
export async function sendRequest<T>(request: ServerRequest, exchange = overFetch, waits = 0): Promise<T> {
  const response = await send(request, exchange)
  const { status, header } = response
  const json = jsonOf(response.text)
  if (status >= 200 && status < 300 && json !== null) return json as T
  const wait = Number(header("retry-after") ?? Number.NaN)
  if (status === 429 && waits < MOST_WAITS && wait <= LONGEST_WAIT_SECONDS) {
    await pause(wait * 1_000)
    return sendRequest(request, exchange, waits + 1)
  }
  throw stopFor(request, response, (json ?? {}) as Problem)
}

function send(
  { url, token, method, path, body, key }: ServerRequest,
  exchange: Exchange,
): Promise<ServerResponse> {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: "application/json",
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  }
  return exchange(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw outOfReach(url, reasonOf(cause), cause)
  })
}

/** Returns the error for an unsuccessful response. `problem` is empty if the response is not JSON. */
function stopFor(
  { url, from }: ServerRequest,
  { status, header }: ServerResponse,
  problem: Problem,
): CommandError {
  const { type: _, status: __, title, detail: ___, ...details } = problem
  const message = messageOf(problem)
  if (status === 401)
    return refuse(
      "unauthenticated",
      `${message ?? "the access token is invalid"}. The token came from ${from}`,
    )
  if (status >= 300 && status < 400)
    return outOfReach(
      url,
      `the server redirects to ${header("location") ?? "another address"}, which may be the correct address`,
    )
  if (UNAVAILABLE.includes(status)) return outOfReach(url, message ?? `status ${status}`)
  if (title === undefined)
    return outOfReach(url, `status ${status}, and the response is not from Quarterdeck`)
  const text = message ?? `the server returned status ${status}`
  return status >= 500 ? new CommandError(EXIT.outOfReach, "unavailable", text) : refuse(title, text, details)
}

/** HTTP statuses of a proxy whose server is down, and of a server that is starting. */
const UNAVAILABLE: readonly number[] = [502, 503, 504]

function messageOf({ type, detail, reason }: Problem): string | undefined {
  if (detail !== undefined && type === "/docs/api#unknown-member")
    return `${detail}${/[.?]$/.test(detail) ? "" : "."} The server may be running a different version than this command`
  return detail ?? (typeof reason === "string" ? reason : undefined)
}

/** An error response of the server (RFC 9457). */
interface Problem extends Readonly<Record<string, unknown>> {
  readonly type?: string
  readonly title?: string
  readonly detail?: string
}

export function isOutOfReach(cause: unknown): boolean {
  return cause instanceof CommandError && cause.exit === EXIT.outOfReach
}

export function outOfReach(url: string, why: string, cause?: unknown): CommandError {
  return new CommandError(
    EXIT.outOfReach,
    "unavailable",
    `Quarterdeck at ${url} is unreachable (${why}). Start it with npm start, or set QUARTERDECK_URL`,
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
    return null // not a response of Quarterdeck
  }
}
