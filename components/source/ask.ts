/** What the server refused, in its own words for people. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** No answer came at all. Asking again may help. */
export class Unreachable extends Error {}

interface Question {
  method?: "GET" | "POST" | "PUT" | "PATCH"
  query?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/** Asks the HTTP API. Throws `Refused`, `Unreachable` or, where the signal says so, an `AbortError`. */
export async function askServer<Answer>(path: string, { method = "GET", query = {}, body, signal }: Question = {}): Promise<Answer> {
  const response = await fetch(`/api/v1${path}?${new URLSearchParams(query)}`, {
    method,
    signal,
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch((cause: Error) => {
    throw cause.name === "AbortError" ? cause : new Unreachable("The server did not answer", { cause })
  })
  return answerOf<Answer>(response.status, await response.text())
}

/** Reads an answer of the API, or throws what it refused. */
export function answerOf<Answer>(status: number, text: string): Answer {
  if (status === 503 || status === 502 || status === 504) throw new Unreachable(wordsOf(text) ?? "The server is away for a moment")
  if (status < 200 || status > 299) throw new Refused(status, wordsOf(text) ?? `The server answered ${status}`)
  return JSON.parse(text) as Answer
}

/** The `detail` of a problem document. */
function wordsOf(text: string): string | null {
  try {
    const problem: unknown = JSON.parse(text)
    return typeof problem === "object" && problem !== null && "detail" in problem && typeof problem.detail === "string" ? problem.detail : null
  } catch {
    return null // a proxy's own page, not an answer of ours
  }
}
