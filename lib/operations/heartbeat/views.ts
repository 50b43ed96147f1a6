import { z } from "zod"
import type { HeartbeatRun } from "@/lib/db/heartbeat-runs"
import { type Actor, can } from "@/lib/memory/actor"

export const HEARTBEAT_STATES = ["running", "done", "failed"] as const

const instant = z.iso.datetime()

export const heartbeatRun = z.object({
  id: z.string(),
  job: z.string(),
  scheduledFor: instant.describe(
    "The time for which it was due; of one that somebody asked for, when they did",
  ),
  state: z.enum(HEARTBEAT_STATES),
  attempt: z.number().describe("At most three"),
  earlier: z
    .array(
      z.object({
        attempt: z.number(),
        holder: z.string(),
        startedAt: instant,
        endedAt: instant,
        error: z.string(),
      }),
    )
    .describe("What became of the attempts before"),
  holder: z.string().describe("Which process does it: host, process, and four characters of its own"),
  startedAt: instant,
  finishedAt: instant.nullable(),
  took: z.number().nullable().describe("Milliseconds; null while it goes on"),
  figures: z.record(z.string(), z.number()).describe("What it did, in numbers"),
  error: z.string().nullable(),
  askedBy: z.string().nullable().describe("Null: the clock"),
})
export type HeartbeatRunView = z.output<typeof heartbeatRun>

/** What fails may speak of a team that is not one's own: whoever does not own the deployment hears that it failed, and who knows more. */
const FOR_OWNERS = "it failed: the owner of the deployment sees why, and so does the server's output"

export function viewRun(
  { scheduledFor, startedAt, finishedAt, earlier, figures, error, ...run }: HeartbeatRun,
  actor: Actor,
): HeartbeatRunView {
  const words = can(actor, "own", { teamId: null }) ? (text: string) => text : () => FOR_OWNERS
  return {
    ...run,
    figures: { ...figures },
    earlier: earlier.map((one) => ({
      ...one,
      startedAt: new Date(one.startedAt).toISOString(),
      endedAt: new Date(one.endedAt).toISOString(),
      error: words(one.error),
    })),
    error: error === null ? null : words(error),
    scheduledFor: scheduledFor.toISOString(),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    took: finishedAt === null ? null : Math.max(0, finishedAt.getTime() - startedAt.getTime()),
  }
}
