import { setTimeout as pause } from "node:timers/promises"
import type { Server } from "../infra/server"

/** Before the second and the third attempt, where nothing listens: a server that is starting again is not noticed. */
const PAUSES_MS = [250, 1_000]

type Id = string | number

/**
 * Fetches for the transport of the SDK, and never fails: where the server cannot be asked, or does not answer as it should, the
 * requests of the body are answered with errors that say what to do. So a harness keeps its connection, and an agent is told.
 */
export class AnsweringFetch {
  private readonly underway = new Map<Id, AbortController>()

  constructor(private readonly server: Pick<Server, "url" | "key">) {}

  /** Waits no longer for the answer to a request: none is given then. What the server has begun it may finish. */
  cancel(id: Id): void {
    this.underway.get(id)?.abort()
  }

  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    if (init.method !== "POST") return new Response(null, { status: 405 }) // the server sends nothing of its own accord
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

/** Asks again where nothing listened: then nothing was sent either. */
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
    return `${said ?? "the access token is invalid"}. It came from ${from}: set QUARTERDECK_TOKEN to a valid one`
  return (
    said ??
    `Quarterdeck at ${url} returned an unexpected response (status ${response.status}). Check QUARTERDECK_URL, or try again in a few seconds`
  )
}

/** The error in an answer, of one message or of the first of several. */
function messageIn(text: string): string | null {
  try {
    const json = JSON.parse(text) as unknown
    const { error } = (Array.isArray(json) ? json[0] : json) as { error?: { message?: unknown } }
    return typeof error?.message === "string" ? error.message : null
  } catch {
    return null // a page of something else than Quarterdeck
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
