import type { BrowserOperation, InputOf, OutputOf } from "@/lib/http/contract"

/**
 * Reads with `callOperation`, whose script it loads first. For pages that read only after they are shown. Changes call
 * `callOperation` itself, because the browser must send them at once when the page is left.
 */
export async function readLater<Name extends BrowserOperation>(
  operation: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const { callOperation } = await import("./http-client")
  return callOperation(operation, input)
}
