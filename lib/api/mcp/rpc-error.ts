import { findUnavailable, type Unavailable } from "@/lib/operations/infra/database-unavailable"

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
