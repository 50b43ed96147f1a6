import { setTimeout as pause } from "node:timers/promises"
import type { Server } from "../infra/server"

/**
 * Milliseconds of pause before the second and the third attempt after a refused connection, so that a restart
 * of the server causes no errors.
 */
const PAUSES_MS = [250, 1_000]

type Id = string | number

/**
 * Replaces `fetch` in the SDK's transport, and never throws. If the server is unreachable or the response is
 * unexpected, each request in the body is answered with an error that says what to do. The harness keeps its
 * connection.
 */
export class AnsweringFetch {
  private readonly underway = new Map<Id, AbortController>()

  constructor(private readonly server: Pick<Server, "url" | "key">) {}

  /** Stops waiting for the answer to a request. The server may still finish it. */
  cancel(id: Id): void {
    this.underway.get(id)?.abort()
  }

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    if (init.method !== "POST") return new Response(null, { status: 405 }) // the server sends no messages by itself
    const ids = idsIn(init.body)
    const stop = new AbortController()
    for (const id of ids) this.underway.set(id, stop)
    const { server } = this
    try {
      const { token, from } = server.key()
      const headers = new Headers(init.headers)
      headers.set("authorization", `Bearer ${token}`)
      const signal = AbortSignal.any([stop.signal, ...(init.signal ? [init.signal] : [])])
      const response = await reach(() => fetch(url, { ...init, headers, signal }))
      return response.ok ? response : instead(ids, await whyNot(server.url, from, response))
    } catch (cause) {
      if (stop.signal.aborted) return instead([], "")
      return instead(
        ids,
        cause instanceof TypeError
          ? `Quarterdeck at ${server.url} is unreachable (${reasonOf(cause)}). Start it with npm start, or set QUARTERDECK_URL, then try again`
          : (cause as Error).message,
      )
    } finally {
      for (const id of ids) this.underway.delete(id)
    }
  }
}

/** Sends a request, and repeats it if the connection was refused, because the request was not sent then. */
async function reach(ask: () => Promise<Response>): Promise<Response> {
  for (const ms of PAUSES_MS) {
    try {
      return await ask()
    } catch (cause) {
      if (codeOf(cause) !== "ECONNREFUSED") throw cause
      await pause(ms)
    }
  }
  return ask()
}

async function whyNot(url: string, from: string, response: Response): Promise<string> {
  const said = messageIn(await response.text())
  if (response.status === 401)
    return `${said ?? "the access token is invalid"}. The token came from ${from}. Set QUARTERDECK_TOKEN to a valid token`
  return (
    said ??
    `Quarterdeck at ${url} returned an unexpected response (status ${response.status}). Check QUARTERDECK_URL, or try again in a few seconds`
  )
}

/** Returns the error message of the first message in an answer, or null. */
function messageIn(text: string): string | null {
  try {
    const json = JSON.parse(text) as unknown
    const { error } = (Array.isArray(json) ? json[0] : json) as { error?: { message?: unknown } }
    return typeof error?.message === "string" ? error.message : null
  } catch {
    return null // not a response of Quarterdeck
  }
}

function instead(ids: readonly (string | number)[], message: string): Response {
  const answers = ids.map((id) => ({ jsonrpc: "2.0", id, error: { code: -32000, message } }))
  if (answers.length === 0) return new Response(null, { status: 202 })
  return Response.json(answers.length === 1 ? answers[0] : answers)
}

function idsIn(body: unknown): (string | number)[] {
  const json = JSON.parse(String(body)) as unknown
  const messages = (Array.isArray(json) ? json : [json]) as { id?: string | number; method?: string }[]
  return messages.flatMap(({ id, method }) => (id === undefined || method === undefined ? [] : [id]))
}

const codeOf = (cause: unknown): string | undefined =>
  (cause as { cause?: NodeJS.ErrnoException }).cause?.code

function reasonOf(cause: Error): string {
  const inner = (cause as { cause?: NodeJS.ErrnoException }).cause
  return inner?.code === "ECONNREFUSED"
    ? "connection refused"
    : inner?.message || inner?.code || cause.message
}
