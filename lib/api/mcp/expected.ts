import type { Outcome } from "@/lib/memory/inputs/outcome"
import { RPC, RpcError } from "./rpc-error"

/** What was answered; a refusal becomes the error of the request. For what is no tool. */
export function expected<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw new RpcError(
    outcome.reason === "not-found"
      ? RPC.notFound
      : outcome.reason === "invalid"
        ? RPC.invalidParams
        : RPC.refused,
    outcome.message,
  )
}
