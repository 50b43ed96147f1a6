import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import packageJson from "@/package.json"
import { type Actor, canSomewhere } from "@/lib/memory/teams/actor"
import { callTool } from "./call-tool"
import { complete } from "./complete"
import { getPrompt, PROMPT } from "./prompt"
import { listResources, readResource, TEMPLATE } from "./resources"
import { findUnavailable, type Unavailable } from "@/lib/operations/infra/unavailable"
import { asRpcError } from "./rpc-error"
import { TOOLS } from "./tools"
import { INSTRUCTIONS } from "./descriptions"

/**
 * Shared by all requests because it is expensive to build. It keeps no state: the server sends no requests to
 * clients.
 */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Builds the MCP server for one request of `actor`, so that no state is kept between requests. `onUnavailable` is called when a
 * request fails because the database cannot answer.
 */
export function mcpServer(actor: Actor, onUnavailable: (why: Unavailable) => void): Server {
  const told = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      const unavailable = findUnavailable(cause)
      if (unavailable) onUnavailable(unavailable)
      throw asRpcError(cause, doing)
    }
  }
  const server = new Server(
    { name: "quarterdeck", title: "Quarterdeck", version: packageJson.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator,
    },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.filter(({ operation }) => canSomewhere(actor, operation.right)).map((one) => one.offered),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    told(params.name, () => callTool(actor, params.name, params.arguments ?? {})),
  )
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    told("resources/list", () => listResources(actor, params?.cursor)),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ ...TEMPLATE }],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    told("resources/read", async () => ({ contents: [await readResource(actor, params.uri)] })),
  )
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [PROMPT] }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}),
  )
  server.setRequestHandler(CompleteRequestSchema, ({ params }) =>
    told("completion/complete", () =>
      complete(actor, { ...params.argument, context: params.context?.arguments ?? {} }),
    ),
  )
  return server
}
