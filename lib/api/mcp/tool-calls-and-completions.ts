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
import { getPrompt, PROMPT, INSTRUCTIONS } from "./instructions"
import { listResources, readResource, TEMPLATE } from "./resources"
import { findUnavailable, type Unavailable } from "@/lib/operations/infra/database-unavailable"
import { asRpcError, RPC, RpcError, valueOrThrow } from "./json-rpc"
import { TOOLS, findTool } from "./tools"
import { refused, type Refusal } from "@/lib/memory/inputs/outcome"
import { withoutSecrets } from "@/lib/operations/infra/guarded-input"
import { runOperation, type Operation } from "@/lib/operations/operation"
import { answerText } from "./answer-text"
import { kindArguments } from "./lenient-arguments"
import { listTeamProjects, showFleet } from "@/lib/operations/agents/fleet"
import { listTeams } from "@/lib/operations/teams/teams"

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

/** Returns a refusal as text for an agent: what failed, and what to do next. */
export function refusalText(refusal: Refusal, operation: Pick<Operation, "right">): string {
  const now = refusal.details?.now
  return [
    withStop(refusal.message),
    ...(typeof now === "string" ? [`Current text: ${now}`] : []),
    nextStep(refusal, operation),
  ].join("\n")
}

function nextStep({ reason, message }: Refusal, { right }: Pick<Operation, "right">): string {
  switch (reason) {
    case "not-found":
      return notFoundStep(message)
    case "forbidden":
      return forbiddenStep(message, right)
    case "invalid":
      return invalidStep(message)
    default:
      return NEXT_STEPS[reason]
  }
}

/** Next step by reason of the refusal, for reasons whose next step does not depend on the message. */
const NEXT_STEPS: Readonly<
  Record<Exclude<Refusal["reason"], "not-found" | "forbidden" | "invalid">, string>
> = {
  unauthenticated: "Next: stop and ask your user to set a valid access token.",
  stale:
    "Next: read the entry again with memory_search or memory_read, decide based on its current text, and send that text as `before`.",
  conflict: "Next: do not send this request again.",
  "too-large": "Next: split the text, and send the parts one by one.",
  "too-many":
    "Next: do not send more proposals for now. Save what matters with memory_flush, and propose it in a later session.",
  unavailable: "Next: try again in a few seconds.",
}

const notFoundStep = (message: string): string => {
  if (/^proposal\b/.test(message)) return "Next: use the ID that memory_propose returned for your proposal."
  return /\b(?:team|project)\b/.test(message)
    ? "Next: omit team and project, or use a team or project that your access token can read. Without them, memory_search shows the team and project of each result."
    : "Next: search with memory_search first, and use the ID, or path and line, from its results."
}

function forbiddenStep(message: string, right: Operation["right"]): string {
  const own = message.split("access token belongs to ")[1]?.split(/:| and /)[0]
  if (own !== undefined)
    return `Next: set agent to ${own}, or omit agent. You already have permission to ${right}, but to act for another agent, you need an access token for that agent.`
  return /opted out/.test(message)
    ? "Next: stop writing to this agent's memory."
    : `Next: do not retry. Tell the person you work for that this needs an access token with permission to ${right}. A lead creates one in Settings > Access tokens.`
}

function invalidStep(message: string): string {
  const least = /^confidence: .* at least (\d+(?:\.\d+)?)/.exec(message)?.[1]
  if (least !== undefined)
    return `Next: if you are that confident, send the proposal again with a confidence of ${least} or more. If not, do not propose it.`
  if (/Remove (?:it|them) and propose again/.test(message))
    return "Next: resend the text without the secret. Say where the secret is stored instead of quoting it."
  if (/^changes: .*differs from "before"/.test(message))
    return "Next: read the entry again, and send its exact text as `before`."
  if (/\bseveral\b/.test(message)) return "Next: send the request again with one of these names."
  return "Next: correct these arguments and send the request again."
}

const withStop = (message: string) => (/[.!?…]$/.test(message) ? message : `${message}.`)
