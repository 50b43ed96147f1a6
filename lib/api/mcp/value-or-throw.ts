import type { Outcome, Refusal } from "@/lib/memory/inputs/outcome"
import { RPC, RpcError } from "./rpc-error"

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
