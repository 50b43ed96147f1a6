import type { Tool as Offered } from "@modelcontextprotocol/sdk/types.js"
import { z } from "zod"
import { OPERATIONS } from "@/lib/operations/list"
import type { Operation, Tool } from "@/lib/operations/operation"
import { ownValue } from "@/lib/memory/text/own-value"

/** An operation that is offered to agents as an MCP tool. */
export interface AgentTool {
  readonly operation: Operation
  readonly tool: Tool
  /** The declared schema, which is used to parse arguments. */
  readonly schema: ToolSchema
  readonly offered: Offered
}

const KEPT = new Set([
  "type",
  "properties",
  "items",
  "anyOf",
  "enum",
  "default",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
])

const FORMATS: Readonly<Record<string, string>> = {
  date: "A date, such as 2026-11-22",
  "date-time": "A time, such as 2026-11-22T08:30:00Z",
  uuid: "An ID from an earlier response",
}

/** Default descriptions of fields, by name. A description in the tool or in the schema takes precedence. */
export const FIELDS: Readonly<Record<string, string>> = {
  team: "A team's slug, name or ID. Defaults to the team of your access token",
  project: "A project's slug, name or ID. Optional if you can read only one project",
  agent: "The agent's name",
  agents: "Agent names",
  from: "Predecessors: agents by name, or files",
  author: "The proposing agent, if the access token is not bound to one",
  category: "A category's slug. A category is a group of agents that share memory",
  scope: "Scope of the memory: project, team, global (everywhere), or session (until the session ends)",
  type: "Type of the entry, such as decision, convention, pattern or preference",
  section: "A section's heading in the memory file",
  format: "The memory format, or the format of the text",
  id: "Slug, name or ID of a project or team, depending on the scope",
  q: 'Words that the entry must contain. Supports "a phrase", prefix* and -excluded',
  limit: "Maximum number of results",
  cursor: "Cursor: `next` from the previous page",
  after: "Cursor: `next` from the previous page",
  before: "The entry's current text, word for word",
  entry: "An entry's ID, from memory_search or memory_read",
  entries: "Entry IDs, from memory_search or memory_read",
  path: "Path of a memory file, as cited in a response",
  file: "ID or path of a memory file",
  line: "A line number in that file, starting at 1",
  content: "The text of the entry: one finding, in one sentence",
  text: "The text of the entry: one finding, in one sentence",
  date: "Date of the finding",
  changes: "Use instead of content to change existing entries: one or more changes to one file",
  kind: "Kind of change",
  why: "Why the entry is no longer true",
  reason: "Reason in one sentence, for the reviewer",
  evidence: "Evidence: a file, a command and its output, or a link",
  confidence: "Your confidence, from 0 to 1",
  session: "The session's ID in your harness",
  harness: "Your harness, such as claude-code, codex or cursor",
  task: "Your task, in one sentence",
  budget: "Maximum length of the text in tokens",
  summary: "Summary of the session in one line",
  outcome: "Outcome, such as done, partial or failed",
  learnings: "Findings that others should know, one per item. Each becomes a proposal",
  title: "Name",
  claims: "The claims, each with citations",
  citations: "One or more citations for the claim, each an entry's ID or a path and a line",
  facets: "Also count results by scope, team, project, agent, category, type and format",
  mode: "words: match the words. hybrid: also match by meaning",
  is: "Only entries in this state: stale, retired or verified",
  overrideGlobal: "Rank global memory above project and team memory",
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

/**
 * Returns the declared input schema of a tool, without the fields in `tool.without`. `limit` has the bounds
 * of `tool.limit`.
 */
export function argumentsSchema(input: z.ZodType, tool: Tool): ToolSchema {
  const { $schema: _, ...declared } = inputSchemaOf(input)
  const schema = tool.without ? without(declared, tool.without) : declared
  if (!tool.limit) return schema
  return {
    ...schema,
    properties: {
      ...schema.properties,
      limit: {
        description: FIELDS.limit as string,
        type: "integer",
        minimum: 1,
        maximum: tool.limit.most,
        default: tool.limit.usual,
      },
    },
  }
}

function inputSchemaOf(input: z.ZodType): ToolSchema {
  return z.toJSONSchema(input, { io: "input", target: "draft-7", unrepresentable: "any" }) as ToolSchema
}

/** Returns a schema without the named members. Unknown names are ignored. */
function without(schema: ToolSchema, names: readonly string[]): ToolSchema {
  const { properties = {}, required = [] } = schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
    required: required.filter((name) => !names.includes(name)),
  }
}

/**
 * Returns the schema in the subset of JSON Schema that every harness understands: one object, each field
 * described, only type, enum, items, anyOf and bounds. Other rules are checked when the tool is called.
 */
export function portableSchema(schema: ToolSchema, tool: Tool): ToolSchema {
  return { type: "object", ...plain(schema, tool, null) }
}

function plain(schema: ToolSchema, tool: Tool, name: string | null): ToolSchema {
  const { oneOf, const: only, format, description, required, ...rest } = withoutNull(schema)
  const said = [
    (name === null ? undefined : ownValue(tool.fields, name)) ??
      description ??
      (name === null ? undefined : ownValue(FIELDS, name)),
    format === undefined ? undefined : ownValue(FORMATS, format),
  ].filter((one) => one !== undefined)
  const kept = Object.fromEntries(Object.entries(rest).filter(([keyword]) => KEPT.has(keyword)))
  const needed = required?.filter((one) => !takesNull(ownValue(schema.properties, one) ?? {}))
  const parts = mapParts({ ...kept, ...(oneOf ? { anyOf: oneOf } : {}) }, (part, of) => plain(part, tool, of))
  return {
    ...(said.length > 0 ? { description: said.join(". ") } : {}),
    ...parts,
    ...(only === undefined ? {} : { type: typeof only, enum: [only] }),
    ...(needed && needed.length > 0 ? { required: needed } : {}),
  }
}

/** The part of JSON Schema that operations use. */
export interface ToolSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, ToolSchema>>
  readonly required?: readonly string[]
  readonly items?: ToolSchema
  readonly anyOf?: readonly ToolSchema[]
  readonly oneOf?: readonly ToolSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly [keyword: string]: unknown
}

/**
 * Returns the schema of a tool’s result. Null if the result is not an object, because tools can only declare
 * objects.
 */
function outputSchemaOf(output: z.ZodType): ToolSchema | null {
  const schema = open(
    z.toJSONSchema(output, { io: "output", target: "draft-7", unrepresentable: "any" }) as ToolSchema,
  )
  return schema.type === "object" ? schema : null
}

/** Returns the schema with additional fields allowed, so that clients accept newer servers. */
function open({ additionalProperties: closed, $schema: _, default: __, ...schema }: ToolSchema): ToolSchema {
  return {
    ...mapParts(schema, open),
    ...(typeof closed === "object" && closed !== null
      ? { additionalProperties: open(closed as ToolSchema) }
      : {}),
  }
}

/**
 * Returns a copy of the schema with each direct subschema replaced by the result of `make`. `name` is the
 * property, null for other subschemas.
 */
function mapParts(
  schema: ToolSchema,
  make: (part: ToolSchema, name: string | null) => ToolSchema,
): ToolSchema {
  const list = (parts: readonly ToolSchema[]) => parts.map((part) => make(part, null))
  return {
    ...schema,
    ...(schema.properties
      ? {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, part]) => [name, make(part, name)]),
          ),
        }
      : {}),
    ...(schema.items ? { items: make(schema.items, null) } : {}),
    ...(schema.anyOf ? { anyOf: list(schema.anyOf) } : {}),
    ...(schema.oneOf ? { oneOf: list(schema.oneOf) } : {}),
  }
}

/** True if the schema accepts null. */
export function takesNull({ type, anyOf, oneOf, enum: values, const: only }: ToolSchema): boolean {
  return (
    type === "null" ||
    (Array.isArray(type) && type.includes("null")) ||
    only === null ||
    (values?.includes(null) ?? false) ||
    [...(anyOf ?? []), ...(oneOf ?? [])].some(takesNull)
  )
}

/** Returns the schema without null among its types and its `anyOf` alternatives. */
export function withoutNull(schema: ToolSchema): ToolSchema {
  const { anyOf, type, ...others } = schema
  const rest = others.enum ? { ...others, enum: others.enum.filter((one) => one !== null) } : others
  if (Array.isArray(type)) {
    const left = type.filter((one) => one !== "null")
    return { ...rest, ...(anyOf ? { anyOf } : {}), type: left.length === 1 ? left[0] : left } as ToolSchema
  }
  const left = anyOf?.filter((one) => one.type !== "null")
  if (left === undefined) return { ...rest, ...(type === undefined ? {} : { type }) }
  return left.length === 1
    ? ({ ...left[0], ...rest } as ToolSchema)
    : ({ ...rest, anyOf: left } as ToolSchema)
}
