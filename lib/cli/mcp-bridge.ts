import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import type { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js"
import type { Server } from "./infra/server"

/** Error code of the server for a missing resource. */
const NOT_FOUND = -32002

type RequestId = JSONRPCRequest["id"]

/**
 * Forwards MCP messages between standard input and output and the server. Ends when standard input has ended
 * and all requests are answered. Subscriptions and cancellation are handled here, because the server keeps no
 * connection for notifications.
 */
export async function bridge(server: Pick<Server, "url" | "key">): Promise<void> {
  // Imported here so that other commands do not load the SDK.
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  ])
  const requests = new AnsweringFetch(server)
  const far = new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), { fetch: requests.fetch })
  await new Bridge(server, new StdioServerTransport(), far, requests).run()
}

class Bridge {
  private readonly underway = new Set<Promise<void>>()
  /** Callbacks for the answers to the bridge's own requests, by request ID. */
  private readonly own = new Map<RequestId, (answer: JSONRPCMessage) => void>()
  private readonly subscriptions: Subscriptions
  /** Id of the client's `initialize` request. */
  private initializeId: unknown
  private sent = 0

  constructor(
    server: Pick<Server, "url" | "key">,
    private readonly near: StdioServerTransport,
    private readonly far: StreamableHTTPClientTransport,
    private readonly requests: AnsweringFetch,
  ) {
    this.subscriptions = new Subscriptions({
      read: (uri) => this.readText(uri),
      tell: (uri) =>
        void near.send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } }),
      listen: (team, signal) => {
        const headers = { authorization: `Bearer ${server.key().token}` }
        return fetch(`${server.url}/api/live?${new URLSearchParams({ team })}`, { headers, signal })
      },
    })
  }

  async run(): Promise<void> {
    const { near, far } = this
    near.onmessage = (message) => {
      const forwarded: Promise<void> = this.forward(message).finally(() => this.underway.delete(forwarded))
      this.underway.add(forwarded)
    }
    near.onerror = reportUnreadable
    far.onmessage = (message) => this.deliver(message)
    const ended = once(process.stdin, "end")
    await Promise.all([near.start(), far.start()])
    await ended
    await Promise.all(this.underway)
    this.subscriptions.end()
    await Promise.all([near.close(), far.close()])
  }

  /** Forwards a message of the client to the server. Subscriptions and cancellation are handled here. */
  private async forward(message: JSONRPCMessage): Promise<void> {
    if ("method" in message && "id" in message) {
      if (message.method === "initialize") this.initializeId = message.id
      if (message.method === "resources/subscribe") return this.subscribe(message)
      if (message.method === "resources/unsubscribe") {
        this.subscriptions.remove(String(message.params?.["uri"]))
        return this.near.send({ jsonrpc: "2.0", id: message.id, result: {} })
      }
    }
    if ("method" in message && message.method === "notifications/cancelled")
      return this.requests.cancel(message.params?.["requestId"] as RequestId)
    await this.far.send(message).catch((cause: unknown) => this.fail(message, cause))
  }

  /**
   * Passes a message of the server to the client. An answer to the bridge's own request goes to its callback.
   */
  private deliver(message: JSONRPCMessage): void {
    const isAnswer = !("method" in message) && message.id !== undefined
    const receive = isAnswer ? this.own.get(message.id as RequestId) : undefined
    if (receive) return receive(message)
    const isGreeting = "result" in message && message.id === this.initializeId
    void this.near.send(isGreeting ? this.greeted(message) : message)
  }

  /**
   * Returns the answer to `initialize` with the capability to subscribe. Stores the protocol version, which
   * each later request must name.
   */
  private greeted(message: Extract<JSONRPCMessage, { result: unknown }>): JSONRPCMessage {
    const { protocolVersion, capabilities } = message.result as {
      protocolVersion?: unknown
      capabilities?: { resources?: object }
    }
    if (typeof protocolVersion === "string") this.far.setProtocolVersion(protocolVersion)
    const resources = { ...capabilities?.resources, subscribe: true }
    return { ...message, result: { ...message.result, capabilities: { ...capabilities, resources } } }
  }

  private async subscribe({ id, params }: JSONRPCRequest): Promise<void> {
    const uri = String(params?.["uri"])
    const answer = await this.readResource(uri)
    const text = textIn(answer)
    if (text === null) return this.near.send({ ...answer, id } as JSONRPCMessage)
    this.subscriptions.add(uri, text)
    return this.near.send({ jsonrpc: "2.0", id, result: {} })
  }

  /** Returns the text of a resource, null if it does not exist. Throws on other errors. */
  private async readText(uri: string): Promise<string | null> {
    const answer = await this.readResource(uri)
    if ("error" in answer && answer.error.code !== NOT_FOUND) throw new Error(answer.error.message)
    return textIn(answer)
  }

  private readResource(uri: string): Promise<JSONRPCMessage> {
    const id = `quarterdeck-bridge-${(this.sent += 1)}`
    const answer = new Promise<JSONRPCMessage>((resolve) => this.own.set(id, resolve))
    void this.far
      .send({ jsonrpc: "2.0", id, method: "resources/read", params: { uri } })
      .catch(() => this.own.get(id)?.(unreadable(id)))
    return answer.finally(() => this.own.delete(id))
  }

  private async fail(message: JSONRPCMessage, cause: unknown): Promise<void> {
    console.error(`quarterdeck mcp: ${cause instanceof Error ? cause.message : String(cause)}`)
    if ("method" in message && "id" in message) await this.near.send(unreadable(message.id))
  }
}

/** Prints a JSON-RPC error for a line that is not a JSON-RPC message. Other errors are ignored. */
function reportUnreadable(cause: Error): void {
  const isUnreadable = cause instanceof SyntaxError || cause.name === "ZodError" || cause.name === "$ZodError"
  if (!isUnreadable) return
  const error = { code: -32700, message: "received a line that is not a JSON-RPC message" }
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`)
}

const unreadable = (id: RequestId): JSONRPCMessage => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32000, message: "Quarterdeck's response could not be read: try again" },
})

/** Returns the text in a response to `resources/read`, null for an error. */
function textIn(answer: JSONRPCMessage): string | null {
  if (!("result" in answer)) return null
  const [first] = (answer.result as { contents?: { text?: string }[] }).contents ?? []
  return first?.text ?? null
}

/**
 * Milliseconds during which changes are collected, because an import or a bulk decision causes several at
 * once.
 */
const GATHER_MS = 300
const RECONNECT_MS = 5_000

interface Watching {
  /** Returns the current text of a resource, null if it does not exist. Throws if it cannot be read. */
  readonly read: (uri: string) => Promise<string | null>
  /** Called when a resource has changed. */
  readonly tell: (uri: string) => void
  /** Returns the event stream of a team's changes. Throws or ends if the connection fails. */
  readonly listen: (team: string, signal: AbortSignal) => Promise<Response>
}

/**
 * Resources that a harness subscribed to, with their last text. Uses one connection to the server for each
 * team.
 */
class Subscriptions {
  private readonly texts = new Map<string, string | null>()
  private readonly lines = new Map<string, AbortController>()

  constructor(private readonly watching: Watching) {}

  add(uri: string, text: string): void {
    this.texts.set(uri, text)
    const team = teamOf(uri)
    if (this.lines.has(team)) return
    const line = new AbortController()
    this.lines.set(team, line)
    void this.follow(team, line.signal)
  }

  remove(uri: string): void {
    this.texts.delete(uri)
    const team = teamOf(uri)
    if (this.ofTeam(team).length > 0) return
    this.lines.get(team)?.abort()
    this.lines.delete(team)
  }

  end(): void {
    for (const line of this.lines.values()) line.abort()
    this.lines.clear()
    this.texts.clear()
  }

  /**
   * Reads all subscribed resources of the team after each change and each reconnect, until `signal` aborts.
   */
  private async follow(team: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const response = await this.watching.listen(team, signal)
        if (!response.ok || !response.body) throw new Error(`changes in ${team}: ${response.status}`)
        for await (const event of eventsOf(response.body)) {
          if (!/^(?:ready|change|lost)$/.test(event)) continue
          if (event !== "ready") await pause(GATHER_MS, undefined, { signal })
          await this.compare(team)
        }
      } catch {
        // Disconnected, rejected or ended: changes are found after the reconnect.
      }
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  private async compare(team: string): Promise<void> {
    for (const uri of this.ofTeam(team)) {
      const text = await this.watching.read(uri)
      if (!this.texts.has(uri) || this.texts.get(uri) === text) continue
      this.texts.set(uri, text)
      this.watching.tell(uri)
    }
  }

  private ofTeam(team: string): string[] {
    return [...this.texts.keys()].filter((uri) => teamOf(uri) === team)
  }
}

/** Yields the names of server-sent events from a stream. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let text = ""
  for await (const part of body.pipeThrough(
    new TextDecoderStream() as never,
  ) as unknown as AsyncIterable<string>) {
    text += part
    const events = text.split("\n\n")
    text = events.pop() ?? ""
    for (const event of events) yield /^event: (\w+)$/m.exec(event)?.[1] ?? ""
  }
}

/**
 * Returns the team in a resource URI: "platform" for quarterdeck://platform/ledger/MEMORY.md. "" if there is
 * none.
 */
const teamOf = (uri: string): string => decodeURIComponent(/^quarterdeck:\/\/([^/]+)\//.exec(uri)?.[1] ?? "")

/**
 * Milliseconds of pause before the second and the third attempt after a refused connection, so that a restart
 * of the server causes no errors.
 */
const PAUSES_MS = [250, 1_000]

/**
 * Replaces `fetch` in the SDK's transport, and never throws. If the server is unreachable or the response is
 * unexpected, each request in the body is answered with an error that says what to do. The harness keeps its
 * connection.
 */
class AnsweringFetch {
  private readonly underway = new Map<RequestId, AbortController>()

  constructor(private readonly server: Pick<Server, "url" | "key">) {}

  /** Stops waiting for the answer to a request. The server may still finish it. */
  cancel(id: RequestId): void {
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

function instead(ids: readonly RequestId[], message: string): Response {
  const answers = ids.map((id) => ({ jsonrpc: "2.0", id, error: { code: -32000, message } }))
  if (answers.length === 0) return new Response(null, { status: 202 })
  return Response.json(answers.length === 1 ? answers[0] : answers)
}

function idsIn(body: unknown): RequestId[] {
  const json = JSON.parse(String(body)) as unknown
  const messages = (Array.isArray(json) ? json : [json]) as { id?: RequestId; method?: string }[]
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
