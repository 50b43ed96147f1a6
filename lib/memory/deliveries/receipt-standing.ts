/** How an agent's last receipt stands against its memory, what needs a person first. `never`: there is none. */
export const RECEIPT_STANDINGS = ["never", "old", "current", "opted-out"] as const
export type ReceiptStanding = (typeof RECEIPT_STANDINGS)[number]

interface Loaded {
  readonly standing: ReceiptStanding
}

/** Of one agent in one harness. `behind`: files that changed since, null where it has no receipt. */
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

/**
 * Of an agent in all harnesses: old where one of them that did load its memory has an old one, never only where none ever did.
 * An agent that works in one harness lacks nothing in the others.
 */
export function standingOverall(optedOut: boolean, loads: readonly Loaded[]): ReceiptStanding {
  if (optedOut) return "opted-out"
  const seen = loads.filter((one) => one.standing !== "never")
  if (seen.length === 0) return "never"
  return seen.some((one) => one.standing === "old") ? "old" : "current"
}

/** Sorts what needs a person first: by standing, then what was loaded longest ago, then by name. `at`: ISO instant. */
export function byNeed(
  a: Loaded & { readonly at: string | null; readonly name: string },
  b: Loaded & { readonly at: string | null; readonly name: string },
): number {
  return (
    RECEIPT_STANDINGS.indexOf(a.standing) - RECEIPT_STANDINGS.indexOf(b.standing) ||
    compared(a.at ?? "", b.at ?? "") ||
    a.name.localeCompare(b.name)
  )
}

/** Instants need no rules of a language. */
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Whether a path is one below a project's folder: relative, with forward slashes, and nowhere upwards. */
export function isPathBelow(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- a NUL character cuts paths short
  return (
    !/^[a-z]:|[\\\0]/i.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  )
}

/** Somebody's revisions of a file since it was read, the first of them at `at` (milliseconds since 1970). Agent and session are null where no agent wrote them without a curator. */
export interface Change {
  readonly agent: string | null
  /** Where the agent's name is not known. */
  readonly session: string | null
  readonly at: number
}

/**
 * When a file first came to say something that an agent has not heard of; null: it knows all of it. What it wrote itself it knows: the
 * line of its session's close, what it flushed, its runs. So the end of a session does not make its own receipt old.
 */
export function firstUnheard(
  changes: readonly Change[],
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
