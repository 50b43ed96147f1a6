import type { Tx } from "@/lib/db/infra/commit"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { ProposalPlace } from "../proposals/team-and-project"
import { type AppendContext, type AppendResult, appendText, appendToLog, lockForAppending } from "./append"
import type { FilePlace } from "./log-place"
import { optedOutMessage } from "./opted-out"

export interface SessionToRecord extends AppendContext {
  readonly agent: string
  readonly session: string
  readonly summary: string
  readonly outcome: string | null
  /** YYYY-MM-DD */
  readonly day: string
}

/**
 * Writes the line of a session to the file that records sessions, and updates the counts and dates of that
 * file. All other text stays.
 */
export async function recordSession(
  tx: Tx,
  place: ProposalPlace,
  log: FilePlace,
  { summary, outcome, day, ...append }: SessionToRecord,
): Promise<Outcome<AppendResult>> {
  const standing = await lockForAppending(tx, place, log)
  const { head, reading } = standing
  if (head.optedOut) return refused("forbidden", optedOutMessage(append.agent))
  if (log.role === "log")
    return appendToLog(tx, place, standing, {
      ...append,
      day,
      words: [`Session ${append.session} by ${append.agent}: ${summary}`, outcome]
        .filter((one) => one !== null)
        .join(" · "),
    })
  const closed = closedText(head.text, reading, { date: day, summary, outcome: outcome ?? "" })
  return closed.ok
    ? appendText(tx, place, standing, { ...append, text: closed.value })
    : refused("conflict", `${head.path}: ${closed.message}`)
}

type Reading = Awaited<ReturnType<typeof lockForAppending>>["reading"]

function closedText(
  text: string,
  { format, path }: Reading,
  session: { date: string; summary: string; outcome: string },
): Outcome<string> {
  if (format.closeSession === undefined) return refused("conflict", "its format has no session log")
  try {
    return done(format.closeSession(text, path, session))
  } catch (cause) {
    if (cause instanceof RangeError) return refused("conflict", cause.message)
    throw cause
  }
}
