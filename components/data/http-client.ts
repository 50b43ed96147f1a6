import {
  type BrowserOperation,
  type CallRefusal,
  type InputOf,
  type OutputOf,
  requestOf,
} from "@/lib/http/contract"
import { UnreachableError } from "./unreachable-error"

/** A request that the server refused. The message is shown to people. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** A reason such as "stale" or "conflict". Empty if the response is not from the API. */
    readonly reason: CallRefusal = "",
    /** The current revision of a file whose change was refused as stale. */
    readonly revision: number | null = null,
  ) {
    super(message)
  }
}

interface CallOptions {
  signal?: AbortSignal
  /** Idempotency key. Requests with a key also complete if the page is closed. */
  key?: string
}

/** The browser’s limit for keepalive requests, in bytes. */
const KEPT_ALIVE = 16_000

/**
 * Calls an operation and returns its output. Throws `RefusedError`, `UnreachableError` or, if aborted, an
 * `AbortError`.
 */
export async function callOperation<Name extends BrowserOperation>(
  operation: Name,
  input: InputOf<Name>,
  { signal, key }: CallOptions = {},
): Promise<OutputOf<Name>> {
  const { method, path, body } = requestOf(operation, input)
  const sent = body && JSON.stringify(body)
  const response = await fetch(`/api/v1${path}`, {
    method,
    signal,
    // A page that was loaded before a server update may send fields that the server no longer knows. They are
    // dropped.
    headers: {
      accept: "application/json",
      prefer: "handling=lenient",
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: sent,
    keepalive: key !== undefined && (sent?.length ?? 0) <= KEPT_ALIVE,
  }).catch((cause: Error) => {
    throw cause.name === "AbortError" ? cause : new UnreachableError("The server did not respond", { cause })
  })
  return parseAnswer<OutputOf<Name>>(response.status, await response.text())
}

/** Returns the parsed response, or throws `RefusedError` or `UnreachableError`. */
export function parseAnswer<Answer>(status: number, text: string): Answer {
  if (status >= 200 && status <= 299) return JSON.parse(text) as Answer
  const { detail, title = "", revision } = readProblem(text)
  const words = typeof detail === "string" ? detail : null
  if (status === 503 || status === 502 || status === 504)
    throw new UnreachableError(words ?? "The server is temporarily unavailable")
  throw new RefusedError(status, words ?? `The server responded with status ${status}`, title, revision)
}

/** A problem response (RFC 9457). `title` is the reason, `detail` the message. */
interface Problem {
  /** Text from Quarterdeck. A proxy may send anything. */
  readonly detail?: unknown
  readonly title?: CallRefusal
  readonly revision?: number
}

function readProblem(text: string): Problem {
  try {
    return (JSON.parse(text) ?? {}) as Problem
  } catch {
    return {} // The page of a proxy, not a response of the API.
  }
}
