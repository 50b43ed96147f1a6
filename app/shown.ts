import { notFound } from "next/navigation"
import type { Outcome } from "@/lib/memory/inputs/outcome"

/** What a page shows: the value, or the not-found page. What one may not see does not exist, so both look the same. */
export function shown<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  if (outcome.reason === "not-found" || outcome.reason === "forbidden" || outcome.reason === "invalid")
    notFound()
  throw new Error(`${outcome.reason}: ${outcome.message}`)
}
