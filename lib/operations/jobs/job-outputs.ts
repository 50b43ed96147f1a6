import { z } from "zod"
import type { HeartbeatRun } from "@/lib/db/jobs/job-runs"
import { type Actor, can } from "@/lib/memory/teams/actor"

export const HEARTBEAT_STATES = ["running", "done", "failed"] as const

const instant = z.iso.datetime()

export const heartbeatRun = z.object({
  id: z.string(),
  job: z.string(),
  scheduledFor: instant.describe("The scheduled time, or the time when the run was requested"),
  state: z.enum(HEARTBEAT_STATES),
  attempt: z.number().describe("At most three attempts"),
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
    .describe("Results of earlier attempts"),
  holder: z.string().describe("The process that runs the job: host, process ID and four random characters"),
  startedAt: instant,
  finishedAt: instant.nullable(),
  took: z.number().nullable().describe("Milliseconds. Null while the job is running"),
  figures: z.record(z.string(), z.number()).describe("Number of results, by kind"),
  error: z.string().nullable(),
  askedBy: z.string().nullable().describe("Null if the schedule started the run"),
})
export type HeartbeatRunView = z.output<typeof heartbeatRun>

/** Message for callers who do not own the deployment, because the error may name other teams. */
const FOR_OWNERS =
  "the job failed. The deployment's owner can see the details, which are also in the server log"

export function viewJobRun(
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
