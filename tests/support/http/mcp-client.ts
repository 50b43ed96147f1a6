import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { join } from "node:path"

/** The official MCP client over HTTP. */
export async function openMcp(url: string, secret: string): Promise<Client> {
  return connected(
    new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${secret}` } },
    }) as Parameters<Client["connect"]>[0],
  )
}

/** The official MCP client over the standard streams of `quarterdeck mcp`. */
export async function openStdioMcp(env: Readonly<Record<string, string>>): Promise<Client> {
  return connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(process.cwd(), "lib/cli/bin.mjs"), "mcp"],
      env: { ...env, PATH: process.env.PATH ?? "" },
      stderr: "pipe",
    }),
  )
}

async function connected(transport: Parameters<Client["connect"]>[0]): Promise<Client> {
  const client = new Client({ name: "test-harness", version: "1.0.0" })
  await client.connect(transport)
  return client
}

/**
 * Calls a tool and returns its text for the agent. The client has validated structured content against the
 * tool's output schema.
 */
export async function call(client: Client, name: string, given: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: given })) as CallToolResult
  const text = result.content.map((one) => (one.type === "text" ? one.text : "")).join("\n")
  return {
    text,
    failed: result.isError === true,
    value: result.structuredContent as Record<string, unknown> | undefined,
  }
}
