import { instantAt } from "@/lib/memory/notifications/local-time"
import { type RevertRequest } from "@/components/memory-files/revert/reverts"

const NAMES = [
  "agent",
  "session",
  "token",
  "person",
  "run",
  "revert",
  "promotion",
  "revision",
  "project",
  "from",
  "to",
  "at",
  "zone",
] as const

const WHOSE = ["agent", "session", "token", "person", "run", "revert", "promotion", "revision"] as const

/** Returns the filters in the address without empty values. */
export function readRevertRequest(
  query: Readonly<Record<string, string | string[] | undefined>>,
): RevertRequest {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = query[name]
      return typeof value === "string" && value !== "" ? [[name, value]] : []
    }),
  )
}

/** Returns the filters as operation input. */
export function selectionOf(asked: RevertRequest) {
  const { project, from, to } = asked
  const of = Object.fromEntries(
    WHOSE.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
  )
  return { of, ...(project ? { project } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/** Returns a local time in the time zone `zone` as an ISO instant. Any other text is returned unchanged. */
export const instantOf = (at: string, zone: string): string =>
  /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(at) ? (instantAt(at, zone)?.toISOString() ?? at) : at
