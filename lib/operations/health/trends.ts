import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { readFigures } from "@/lib/db/health/daily-figures"
import { HEALTH_PARTS } from "@/lib/memory/health/health-parts"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { healthPlace } from "./team-and-project"

const DAY_MS = 86_400_000

const severities = z.object({ error: z.number(), warning: z.number(), info: z.number() })

export const showTrends = operation({
  name: "health.trends",
  summary:
    "Return the daily history of a team or a project: health, entries, stale entries, open alerts and the queue.",
  method: "GET",
  path: "/health/trends",
  right: "read",
  example: { team: "platform", days: 30 },
  input: z.object({
    team: z.string().optional().describe("Optional if you can read only one team"),
    project: z.string().max(200).optional().describe("Slug, name or ID. Defaults to the whole team"),
    days: z.coerce.number().int().min(1).max(730).default(90),
  }),
  output: z.object({
    /** Oldest first. Days without data are missing. */
    days: z.array(
      z.object({
        day: z.string().describe("ISO date, UTC"),
        health: z.number().nullable(),
        parts: z
          .partialRecord(z.enum(HEALTH_PARTS), z.number().nullable())
          .optional()
          .describe("Score of each part. Omitted for days before parts were recorded"),
        files: z.number(),
        entries: z.number(),
        lines: z.number(),
        stale: z.number().describe("Entries"),
        undated: z.number().describe("Entries"),
        pastCut: z.number().describe("Files"),
        overBudget: z.number().describe("Files"),
        alerts: severities.describe("Open at the end of that day"),
        waiting: z.number().describe("Proposals"),
        conflicts: z.number(),
        sessions: z.number().describe("Started on that day"),
        receipts: z.number().describe("Recorded on that day"),
      }),
    ),
    project: z.string().nullable(),
  }),
  async run(actor, { days, ...input }) {
    const place = await healthPlace(actor, input)
    if (!place.ok) return place
    const since = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
    const { team, project } = place.value
    return done({
      days: await readFigures(visibilityOf(actor, team.id, project?.id), since),
      project: project?.slug ?? null,
    })
  },
})
