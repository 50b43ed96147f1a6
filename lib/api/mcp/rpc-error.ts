import { isDatabaseAway } from "@/lib/operations/away"

/** Codes of JSON-RPC and MCP, as they are answered. */
export const RPC = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  refused: -32000,
  notFound: -32002,
} as const

/** What a request is answered with instead of a result. The SDK's own error writes its code into its sentence, twice at the far end. */
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

export const AWAY = "the database is away: try again in a few seconds"
export const AWAY_SECONDS = 5

/** What nobody expected, told without its cause, which is the log's. */
export function asRpcError(cause: unknown, doing: string): RpcError {
  if (cause instanceof RpcError) return cause
  if (isDatabaseAway(cause)) return new RpcError(RPC.refused, AWAY, { retryAfter: AWAY_SECONDS }, { cause })
  console.error(`MCP ${doing} failed:`, cause)
  return new RpcError(
    RPC.refused,
    "something unexpected went wrong in Quarterdeck; the server's log says what",
    undefined,
    { cause },
  )
}
