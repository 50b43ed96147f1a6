import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { Analysis, FailedUnit } from "./analysis"
import { runIsolated } from "./run-isolated"

/**
 * Runs one unit while a person waits. A failed unit becomes a refusal. `what`: beginning of its sentence,
 * such as "The logs of ann".
 */
export async function runForPerson<In, Out>(
  analysis: Analysis<In, Out>,
  input: In,
  what: string,
): Promise<Outcome<Out>> {
  const [result] = await runIsolated(analysis, [input])
  if (result?.ok) return done(result.value)
  const failed = result ?? { ok: false, failure: "error", message: "no result was returned" }
  console.error(`${what} could not be analyzed: ${failed.message}`)
  return refused("too-large", whyNotAnalyzed(what, failed))
}

/**
 * Returns sentences for a person on why a text could not be analyzed. `what`: beginning of the first
 * sentence.
 */
export function whyNotAnalyzed(what: string, { failure, message }: FailedUnit): string {
  const why = {
    timeout: message.replace(/^it took more than/, "within").replace(/^it made/, "because the analysis made"),
    crash: "because the analysis crashed or exceeded its memory limit",
    error: "because the analysis failed",
  }
  return `${what} could not be analyzed ${why[failure]}. Nothing was changed. Look for very long lines or entries in its files.`
}
