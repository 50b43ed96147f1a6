/** What the server refused, in its own words for people. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** From the closed list of reasons: "stale", "conflict". Empty where the answer was none of ours. */
    readonly reason = "",
  ) {
    super(message)
  }
}

/** No answer came at all. Asking again may help. */
export class Unreachable extends Error {}

interface Question {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  query?: Readonly<Record<string, string | readonly string[]>>
  body?: unknown
  signal?: AbortSignal
  /** Sent again with the same key, a request has no second effect. It also ends well when the page is left. */
  key?: string
}

/** What a browser still sends for a page that is gone, for all such requests together. */
const KEPT_ALIVE = 16_000

/** Asks the HTTP API. Throws `Refused`, `Unreachable` or, where the signal says so, an `AbortError`. */
export async function askServer<Answer>(
  path: string,
  { method = "GET", query = {}, body, signal, key }: Question = {},
): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(`/api/v1${path}?${searchOf(query)}`, {
    method,
    signal,
    // A page that stays open over an update of the server asks as it was made: what the server does not take by then is dropped.
    headers: {
      accept: "application/json",
      prefer: "handling=lenient",
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    body: sent,
    keepalive: key !== undefined && (sent?.length ?? 0) <= KEPT_ALIVE,
  }).catch((cause: Error) => {
    throw cause.name === "AbortError" ? cause : new Unreachable("The server did not answer", { cause })
  })
  return answerOf<Answer>(response.status, await response.text())
}

const searchOf = (query: NonNullable<Question["query"]>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (typeof value === "string" ? [value] : value).map((one) => [name, one]),
    ),
  )

/** Reads an answer of the API, or throws what it refused. */
export function answerOf<Answer>(status: number, text: string): Answer {
  if (status === 503 || status === 502 || status === 504)
    throw new Unreachable(memberOf(text, "detail") ?? "The server is temporarily unavailable")
  if (status < 200 || status > 299)
    throw new Refused(
      status,
      memberOf(text, "detail") ?? `The server responded with ${status}`,
      memberOf(text, "title") ?? "",
    )
  return JSON.parse(text) as Answer
}

/** A member of a problem document: `detail` is the sentence for people, `title` the reason. */
function memberOf(text: string, name: "detail" | "title"): string | null {
  try {
    const problem = JSON.parse(text) as Partial<Record<typeof name, unknown>> | null
    const value = typeof problem === "object" ? problem?.[name] : undefined
    return typeof value === "string" ? value : null
  } catch {
    return null // a proxy's own page, not an answer of ours
  }
}
