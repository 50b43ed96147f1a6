import { once } from "node:events"
import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/sdk/types.js"
import type { Server } from "../infra/server"
import { AnsweringFetch } from "./answering-fetch"
import { Subscriptions } from "./subscriptions"

/** The code with which the server says that there is no such resource. */
const NOT_FOUND = -32002

type RequestId = JSONRPCRequest["id"]

/**
 * Carries messages between standard input and output and the server, until standard input ends and all is answered. Subscriptions and
 * cancellation are the bridge's own: the server keeps no connection by which it could tell of a change.
 */
export async function bridge(server: Pick<Server, "url" | "key">): Promise<void> {
  // Loaded here, so that no other command waits for it.
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  ])
  const near = new StdioServerTransport()
  const asking = new AnsweringFetch(server)
  const far = new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), { fetch: asking.fetch })
  const underway = new Set<Promise<void>>()
  /** Requests of the bridge itself, by their ids. */
  const own = new Map<RequestId, (answer: JSONRPCMessage) => void>()
  let greeting: unknown
  let asked = 0

  const readResource = (uri: string): Promise<JSONRPCMessage> => {
    const id = `quarterdeck-bridge-${(asked += 1)}`
    const answer = new Promise<JSONRPCMessage>((resolve) => own.set(id, resolve))
    void far
      .send({ jsonrpc: "2.0", id, method: "resources/read", params: { uri } })
      .catch(() => own.get(id)?.(unreadable(id)))
    return answer.finally(() => own.delete(id))
  }
  const subscriptions = new Subscriptions({
    read: async (uri) => {
      const answer = await readResource(uri)
      const isGone = "error" in answer && answer.error.code === NOT_FOUND
      if ("error" in answer && !isGone) throw new Error(answer.error.message)
      return textIn(answer)
    },
    tell: (uri) =>
      void near.send({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri } }),
    listen: (team, signal) => {
      const headers = { authorization: `Bearer ${server.key().token}` }
      return fetch(`${server.url}/api/live?${new URLSearchParams({ team })}`, { headers, signal })
    },
  })

  const subscribe = async ({ id, params }: JSONRPCRequest) => {
    const uri = String(params?.["uri"])
    const answer = await readResource(uri)
    const text = textIn(answer)
    if (text === null) return near.send({ ...answer, id } as JSONRPCMessage)
    subscriptions.add(uri, text)
    return near.send({ jsonrpc: "2.0", id, result: {} })
  }
  const carry = async (message: JSONRPCMessage): Promise<void> => {
    if ("method" in message && "id" in message) {
      if (message.method === "initialize") greeting = message.id
      if (message.method === "resources/subscribe") return subscribe(message)
      if (message.method === "resources/unsubscribe") {
        subscriptions.remove(String(message.params?.["uri"]))
        return near.send({ jsonrpc: "2.0", id: message.id, result: {} })
      }
    }
    if ("method" in message && message.method === "notifications/cancelled")
      return asking.cancel(message.params?.["requestId"] as RequestId)
    await far.send(message).catch((cause: unknown) => say(message, cause))
  }
  const say = async (message: JSONRPCMessage, cause: unknown) => {
    console.error(`quarterdeck mcp: ${cause instanceof Error ? cause.message : String(cause)}`)
    if ("method" in message && "id" in message) await near.send(unreadable(message.id))
  }
  near.onmessage = (message) => {
    const carried: Promise<void> = carry(message).finally(() => underway.delete(carried))
    underway.add(carried)
  }
  far.onmessage = (message) => {
    if (!("method" in message) && message.id !== undefined && own.has(message.id))
      return own.get(message.id)?.(message)
    void near.send("result" in message && message.id === greeting ? greeted(message) : message)
  }
  /** Which version of the protocol the two agreed on has to be said with each request from then on. */
  const greeted = (message: Extract<JSONRPCMessage, { result: unknown }>): JSONRPCMessage => {
    const { protocolVersion, capabilities } = message.result as {
      protocolVersion?: unknown
      capabilities?: { resources?: object }
    }
    if (typeof protocolVersion === "string") far.setProtocolVersion(protocolVersion)
    const resources = { ...capabilities?.resources, subscribe: true }
    return { ...message, result: { ...message.result, capabilities: { ...capabilities, resources } } }
  }
  near.onerror = (cause) => {
    const isUnreadable =
      cause instanceof SyntaxError || cause.name === "ZodError" || cause.name === "$ZodError"
    if (isUnreadable)
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "a line is not a JSON-RPC message" } })}\n`,
      )
  }

  const ended = once(process.stdin, "end")
  await Promise.all([near.start(), far.start()])
  await ended
  await Promise.all(underway)
  subscriptions.end()
  await Promise.all([near.close(), far.close()])
}

const unreadable = (id: RequestId): JSONRPCMessage => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32000, message: "Quarterdeck's response could not be read: try again" },
})

/** The text in the answer to `resources/read`; null in an error. */
function textIn(answer: JSONRPCMessage): string | null {
  if (!("result" in answer)) return null
  const [first] = (answer.result as { contents?: { text?: string }[] }).contents ?? []
  return first?.text ?? null
}
