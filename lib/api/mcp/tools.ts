import type { Tool as Offered } from "@modelcontextprotocol/sdk/types.js"
import { OPERATIONS } from "@/lib/operations/list"
import type { Operation, Tool } from "@/lib/operations/operation"
import { type ToolSchema, outputSchemaOf } from "./draft-7-schema"
import { argumentsSchema, portableSchema } from "./tool-input-schema"

/** An operation that is offered to agents as an MCP tool. */
export interface AgentTool {
  readonly operation: Operation
  readonly tool: Tool
  /** The declared schema, which is used to parse arguments. */
  readonly schema: ToolSchema
  readonly offered: Offered
}

/** Tools of all operations that define one. */
export const TOOLS: readonly AgentTool[] = OPERATIONS.flatMap((operation) =>
  operation.tool ? [agentTool(operation, operation.tool)] : [],
)

export const findTool = (name: string): AgentTool | undefined => TOOLS.find((one) => one.tool.name === name)

function agentTool(operation: Operation, tool: Tool): AgentTool {
  const schema = argumentsSchema(operation.input, tool)
  const output = outputSchemaOf(operation.output)
  const reads = operation.method === "GET"
  return {
    operation,
    tool,
    schema,
    offered: {
      name: tool.name,
      title: tool.title,
      description: [operation.summary, tool.about].filter(Boolean).join(" "),
      inputSchema: portableSchema(schema, tool) as Offered["inputSchema"],
      ...(output ? { outputSchema: output as Offered["outputSchema"] } : {}),
      annotations: {
        title: tool.title,
        readOnlyHint: reads,
        destructiveHint: !reads && (tool.destructive ?? false),
        idempotentHint: reads || (tool.idempotent ?? false),
        openWorldHint: false,
      },
    },
  }
}
