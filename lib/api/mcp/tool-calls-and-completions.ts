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
  type CallToolResult,
  type CompleteResult,
} from "@modelcontextprotocol/sdk/types.js"
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv"
import packageJson from "@/package.json"
import { canSomewhere, type Actor } from "@/lib/memory/teams/actor"
import { getPrompt, PROMPT } from "./prompt"
import { listResources, readResource, TEMPLATE } from "./resources"
import { findUnavailable, type Unavailable } from "@/lib/operations/infra/database-unavailable"
import { asRpcError, RPC, RpcError } from "./rpc-error"
import { TOOLS, findTool } from "./tools"
import { INSTRUCTIONS } from "./server-instructions"
import { refused } from "@/lib/memory/inputs/outcome"
import { withoutSecrets } from "@/lib/operations/infra/guarded-input"
import { runOperation } from "@/lib/operations/operation"
import { answerText } from "./answer-text"
import { kindArguments } from "./lenient-arguments"
import { refusalText } from "./refusal-text"
import { listTeamProjects, showFleet } from "@/lib/operations/agents/fleet"
import { listTeams } from "@/lib/operations/teams/teams"
import { valueOrThrow } from "./value-or-throw"

const MOST = 100

interface CompletionRequest {
  /** Name of the argument to complete. `value` is the text typed so far. */
  readonly name: string
  readonly value: string
  /** Values of the other arguments, by name. */
  readonly context: Readonly<Record<string, string>>
}

/**
 * Returns completions for an argument of a prompt or a resource template: teams, projects and agents that the
 * actor can see.
 */
async function complete(actor: Actor, { name, value, context }: CompletionRequest): Promise<CompleteResult> {
  const all = await possible(actor, name, context)
  const typed = value.toLowerCase()
  const values = [...new Set(all)]
    .filter((one) => one.toLowerCase().includes(typed))
    .toSorted(
      (a, b) =>
        Number(b.toLowerCase().startsWith(typed)) - Number(a.toLowerCase().startsWith(typed)) ||
        (a < b ? -1 : 1),
    )
  return {
    completion: { values: values.slice(0, MOST), total: values.length, hasMore: values.length > MOST },
  }
}

async function possible(
  actor: Actor,
  name: string,
  context: CompletionRequest["context"],
): Promise<string[]> {
  const { teams } = valueOrThrow(await runOperation(listTeams, actor, {}))
  const within = context.team === undefined ? teams : teams.filter((team) => team.slug === context.team)
  switch (name) {
    case "team":
      return teams.map((team) => team.slug)
    case "project":
      return (
        await Promise.all(
          within.map(async (team) =>
            valueOrThrow(await runOperation(listTeamProjects, actor, { team: team.id })).projects.map(
              (one) => one.slug,
            ),
          ),
        )
      ).flat()
    case "agent":
      return (await Promise.all(within.map(async (team) => agentsOf(actor, team.id, context.project)))).flat()
    default:
      return []
  }
}

/**
 * Returns the names of the agents in a project, or in the whole team without a project. Empty if the team or
 * project is not found.
 */
async function agentsOf(actor: Actor, team: string, project: string | undefined): Promise<string[]> {
  const fleet = await runOperation(showFleet, actor, { team, ...(project === undefined ? {} : { project }) })
  return fleet.ok ? fleet.value.agents.map((one) => one.name) : []
}

/** Calls a tool. A refusal becomes a result that the agent can read and act on. */
async function callTool(
  actor: Actor,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const found = findTool(name)
  if (!found)
    throw new RpcError(
      RPC.invalidParams,
      `unknown tool ${JSON.stringify(name.slice(0, 80))}. Tools: ${TOOLS.map((one) => one.tool.name).join(", ")}`,
    )
  const { operation, tool, schema } = found
  const { value, problems } = kindArguments(schema, given, tool)
  const most =
    tool.limit && typeof value.limit === "number" && value.limit > tool.limit.most
      ? [`limit: enter at most ${tool.limit.most}. To narrow the results, use a filter`]
      : []
  const wrong = [...problems, ...most]
  if (wrong.length > 0)
    return failed(refusalText(refused("invalid", withoutSecrets(wrong.slice(0, 10).join("; "))), operation))
  const outcome = await runOperation(operation, actor, value)
  if (!outcome.ok) return failed(refusalText(outcome, operation))
  return {
    content: [{ type: "text", text: answerText(tool.name, outcome.value, value) }],
    structuredContent: outcome.value as Record<string, unknown>,
  }
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: "text", text }] })

/**
 * JSON Schema validator of all requests, shared because building one is expensive. The validator keeps no
 * state, because the server sends no requests to clients.
 */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Returns a new MCP server for one request of `actor`, so that no state is kept between requests. Calls
 * `onUnavailable` if a request fails because the database cannot answer.
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
