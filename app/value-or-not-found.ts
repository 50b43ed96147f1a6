import { notFound } from "next/navigation"
import type { Outcome } from "@/lib/memory/inputs/outcome"

/**
 * Returns the value of an outcome, or shows the not-found page. A forbidden page looks like a missing one.
 * Throws an Error for other refusals.
 */
export function valueOrNotFound<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  if (outcome.reason === "not-found" || outcome.reason === "forbidden" || outcome.reason === "invalid")
    notFound()
  throw new Error(`${outcome.reason}: ${outcome.message}`)
}
