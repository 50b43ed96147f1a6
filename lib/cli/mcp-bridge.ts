import { once } from "node:events"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { answeringFetch } from "./mcp-fetch"
import type { Server } from "./server"

/** Carries messages between standard input and output and the server, until standard input ends and all is answered. */
export async function bridge(server: Pick<Server, "url" | "key">): Promise<void> {
  // Loaded here, so that no other command waits for it.
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  ])
  const near = new StdioServerTransport()
  const far = new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), {
    fetch: answeringFetch(server),
  })
  const underway = new Set<Promise<void>>()
  let greeting: unknown

  const carry = async (message: JSONRPCMessage) => {
    if ("method" in message && message.method === "initialize" && "id" in message) greeting = message.id
    await far.send(message).catch((cause: unknown) => say(message, cause))
  }
  const say = async (message: JSONRPCMessage, cause: unknown) => {
    console.error(`quarterdeck mcp: ${cause instanceof Error ? cause.message : String(cause)}`)
    if ("method" in message && "id" in message)
      await near.send({
        jsonrpc: "2.0",
        id: message.id,
        error: { code: -32000, message: "Quarterdeck's answer could not be read: try again" },
      })
  }
  near.onmessage = (message) => {
    const carried: Promise<void> = carry(message).finally(() => underway.delete(carried))
    underway.add(carried)
  }
  far.onmessage = (message) => {
    // Which version of the protocol the two agreed on has to be said with each request from then on.
    if ("result" in message && message.id === greeting && typeof message.result.protocolVersion === "string")
      far.setProtocolVersion(message.result.protocolVersion)
    void near.send(message)
  }
  near.onerror = (cause) => {
    const isUnreadable =
      cause instanceof SyntaxError || cause.name === "ZodError" || cause.name === "$ZodError"
    if (isUnreadable)
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "a line is no JSON-RPC message" } })}\n`,
      )
  }

  const ended = once(process.stdin, "end")
  await Promise.all([near.start(), far.start()])
  await ended
  await Promise.all(underway)
  await Promise.all([near.close(), far.close()])
}
