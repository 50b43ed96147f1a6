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
import { wordsFor } from "@/lib/memory/inputs/read-input"
import { findUnavailable, type Unavailable } from "@/lib/operations/infra/database-unavailable"
import type { Outcome, Refusal } from "@/lib/memory/inputs/outcome"

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
      : wrong(known, RPC.invalidRequest, "method: must be a string")
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

/** Error codes of JSON-RPC and MCP. */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  notFound: -32002,
} as const

/** A JSON-RPC error. The SDK's own error class repeats its code in the message. */
export class RpcError extends Error {
  override readonly name = "RpcError"

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Returns the error for a request that failed because the database is unavailable. */
export const unavailableError = ({ message, retryAfter }: Unavailable, cause?: unknown): RpcError =>
  new RpcError(RPC.refused, message, { retryAfter }, { cause })

/**
 * Returns an RpcError for the caller. An RpcError stays unchanged. An unexpected error is logged, and its
 * details are left out.
 */
export function asRpcError(cause: unknown, doing: string): RpcError {
  if (cause instanceof RpcError) return cause
  const unavailable = findUnavailable(cause)
  if (unavailable) return unavailableError(unavailable, cause)
  console.error(`MCP ${doing} failed:`, cause)
  return new RpcError(
    RPC.refused,
    "an unexpected error occurred in Quarterdeck. See the server log for details",
    undefined,
    { cause },
  )
}

/**
 * Returns the value of an outcome. Throws an RpcError for a refusal. Used for resources and prompts only,
 * because tools return refusals as results.
 */
export function valueOrThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new RpcError(codeOf(outcome), outcome.message)
}

function codeOf({ reason }: Refusal): number {
  if (reason === "not-found") return RPC.notFound
  return reason === "invalid" ? RPC.invalidParams : RPC.refused
}
