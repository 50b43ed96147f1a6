import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import type { Actor } from "@/lib/memory/teams/actor"
import { refused } from "@/lib/memory/inputs/outcome"
import { withoutSecrets } from "@/lib/operations/infra/guarded-input"
import { ask } from "@/lib/operations/operation"
import { answerText } from "./answer-text"
import { kindArguments } from "./kind-arguments"
import { refusalText } from "./refusal-text"
import { RPC, RpcError } from "./rpc-error"
import { findTool, TOOLS } from "./tools"

/** Calls a tool. A refusal becomes a result that the agent can read and act on. */
export async function callTool(
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
      ? [`limit: at most ${tool.limit.most}. Filter the request instead`]
      : []
  const wrong = [...problems, ...most]
  if (wrong.length > 0)
    return failed(refusalText(refused("invalid", withoutSecrets(wrong.slice(0, 10).join("; "))), operation))
  const outcome = await ask(operation, actor, value)
  if (!outcome.ok) return failed(refusalText(outcome, operation))
  return {
    content: [{ type: "text", text: answerText(tool.name, outcome.value, value) }],
    structuredContent: outcome.value as Record<string, unknown>,
  }
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: "text", text }] })
