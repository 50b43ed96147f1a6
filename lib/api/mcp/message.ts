import { ownValue } from "@/lib/memory/text/own-value"
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
  type RequestId,
} from "@modelcontextprotocol/sdk/types.js"
import type { z } from "zod"
import { wordsFor } from "@/lib/memory/inputs/input-errors"
import { RPC } from "./rpc-error"

/**
 * A received message. `wrong`: not valid JSON-RPC. `answer` is the error response, with the id of the message
 * if that is valid.
 */
export type Message =
  | { readonly kind: "request"; readonly id: RequestId; readonly raw: object }
  | { readonly kind: "notice"; readonly raw: object }
  | { readonly kind: "wrong"; readonly answer: object }

const METHODS: Readonly<Record<string, z.ZodType>> = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  "tools/list": ListToolsRequestSchema,
  "tools/call": CallToolRequestSchema,
  "resources/list": ListResourcesRequestSchema,
  "resources/templates/list": ListResourceTemplatesRequestSchema,
  "resources/read": ReadResourceRequestSchema,
  "prompts/list": ListPromptsRequestSchema,
  "prompts/get": GetPromptRequestSchema,
  "completion/complete": CompleteRequestSchema,
} as unknown as Readonly<Record<string, z.ZodType>>

/**
 * Parses one message. Malformed parameters give a client error, because the SDK would report a server error.
 */
export function readMessage(given: unknown): Message {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return wrong(null, RPC.invalidRequest, 'a message must be a JSON object with jsonrpc "2.0"')
  const { jsonrpc, id, method } = given as { jsonrpc?: unknown; id?: unknown; method?: unknown }
  const known = isRequestId(id) ? id : null
  if (jsonrpc !== "2.0") return wrong(known, RPC.invalidRequest, 'jsonrpc: must be "2.0"')
  if (typeof method !== "string")
    return "result" in given || "error" in given
      ? { kind: "notice", raw: given }
      : wrong(known, RPC.invalidRequest, "method is missing")
  if (id === undefined) return { kind: "notice", raw: given }
  if (known === null) return wrong(null, RPC.invalidRequest, "id: must be a string or an integer")
  const plain = withoutTasks(given)
  return checkedRequest(known, method, method === "tools/call" ? withArguments(plain) : plain)
}

const isRequestId = (id: unknown): id is RequestId => typeof id === "string" || Number.isSafeInteger(id)

/** Validates a request by the schema of its method. Unknown methods pass, because the SDK reports them. */
function checkedRequest(id: RequestId, method: string, raw: object): Message {
  const read = ownValue(METHODS, method)?.safeParse(raw, { error: wordsFor })
  if (!read || read.success) return { kind: "request", id, raw }
  const [issue] = read.error.issues
  return wrong(
    id,
    RPC.invalidParams,
    `${issue?.path.join(".") || "params"}: ${issue?.message ?? "malformed"}`,
  )
}

/**
 * Removes the fields that ask to run the request as a task. MCP says to ignore them if tasks are not
 * supported, but the SDK would do the work and then fail.
 */
function withoutTasks(given: object): object {
  const { params } = given as { params?: unknown }
  if (typeof params !== "object" || params === null || Array.isArray(params)) return given
  const { task: _, _meta: meta, ...rest } = params as { task?: unknown; _meta?: unknown }
  const known =
    typeof meta === "object" && meta !== null
      ? Object.fromEntries(
          Object.entries(meta).filter(([name]) => name !== "io.modelcontextprotocol/related-task"),
        )
      : meta
  return { ...given, params: { ...rest, ...(meta === undefined ? {} : { _meta: known }) } }
}

/**
 * Parses tool arguments that were sent as JSON text, and replaces null by an empty object. Invalid JSON stays
 * unchanged.
 */
function withArguments(given: object): object {
  const { params } = given as { params?: unknown }
  if (typeof params !== "object" || params === null) return given
  const { arguments: named } = params as { arguments?: unknown }
  if (named === null) return { ...given, params: { ...params, arguments: {} } }
  if (typeof named !== "string") return given
  try {
    return {
      ...given,
      params: { ...params, arguments: named.trim() === "" ? {} : (JSON.parse(named) as unknown) },
    }
  } catch {
    return given
  }
}

export const errorAnswer = (id: RequestId | null, code: number, message: string, data?: unknown): object => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

const wrong = (id: RequestId | null, code: number, message: string): Message => ({
  kind: "wrong",
  answer: errorAnswer(id, code, message),
})
