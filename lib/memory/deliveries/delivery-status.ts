import { compareText } from "@/lib/memory/text/aggregates"

/** Delivery status of an agent's memory, by urgency. `old`: a file changed since the last delivery. */
export const RECEIPT_STANDINGS = ["never", "old", "current", "opted-out"] as const
export type ReceiptStanding = (typeof RECEIPT_STANDINGS)[number]

interface Loaded {
  readonly standing: ReceiptStanding
}

/** Returns the delivery status in one harness. `behind`: number of files that changed since the last delivery; null without a delivery. */
export function receiptStanding({
  optedOut,
  behind,
}: {
  readonly optedOut: boolean
  readonly behind: number | null
}): ReceiptStanding {
  if (optedOut) return "opted-out"
  if (behind === null) return "never"
  return behind > 0 ? "old" : "current"
}

/** Returns the delivery status in all harnesses. Harnesses that never loaded the memory count only if no harness did. */
export function overallReceiptStanding(optedOut: boolean, loads: readonly Loaded[]): ReceiptStanding {
  if (optedOut) return "opted-out"
  const seen = loads.filter((one) => one.standing !== "never")
  if (seen.length === 0) return "never"
  return seen.some((one) => one.standing === "old") ? "old" : "current"
}

/** Compares by status, then by the last delivery (oldest first), then by name. `at`: ISO instant. */
export function compareByUrgency(
  a: Loaded & { readonly at: string | null; readonly name: string },
  b: Loaded & { readonly at: string | null; readonly name: string },
): number {
  return (
    RECEIPT_STANDINGS.indexOf(a.standing) - RECEIPT_STANDINGS.indexOf(b.standing) ||
    compareText(a.at ?? "", b.at ?? "") ||
    a.name.localeCompare(b.name)
  )
}

/** True for a relative path with forward slashes that stays below the project's folder. */
export function isPathBelow(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- a NUL character cuts paths short
  return (
    !/^[a-z]:|[\\\0]/i.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  )
}

/** Revisions of a file by one author since it was delivered. Agent and session are null for curators. */
export interface ChangeSinceDelivery {
  readonly agent: string | null
  /** Session of the author if the agent's name is unknown. */
  readonly session: string | null
  /** Time of the first revision, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Returns when a file first changed after its delivery to an agent, in milliseconds since 1970; null if it did not. Changes by the agent
 * itself do not count, so that closing a session does not make its own delivery outdated.
 */
export function firstChangeSinceDelivery(
  changes: readonly ChangeSinceDelivery[],
  { agent, session }: { readonly agent: string; readonly session: string },
): number | null {
  let first: number | null = null
  for (const one of changes)
    if (
      one.agent !== agent &&
      (one.session === null || one.session !== session) &&
      (first === null || one.at < first)
    )
      first = one.at
  return first
}
