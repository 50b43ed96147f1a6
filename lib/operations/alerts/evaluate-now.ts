import { setTimeout as pause } from "node:timers/promises"
import { z } from "zod"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { inTeam } from "../teams/team-of"
import { addCounts, evaluateTeam, noCounts } from "./evaluate"

/**
 * Milliseconds that a request waits. The check of a large team takes longer and continues in the background.
 */
const PATIENCE_MS = 20_000

export const evaluateAlerts = operation({
  name: "alert.evaluate",
  summary:
    "Check everything, or only what has changed since the last check, and return the resulting alerts. If the check takes more than 20 seconds, it continues in the background.",
  method: "POST",
  path: "/alerts/evaluate",
  right: "curate",
  input: z.object({ team: z.string(), everything: z.boolean().default(false) }),
  output: z.object({
    /** Number of files, agents and projects checked. 0 if a check is already running. */
    evaluated: z.number(),
    raised: z.number(),
    changed: z.number(),
    resolved: z.number(),
    /** Number of files, agents and projects whose check failed. Each has an alert with the reason. */
    unchecked: z.number(),
    /** False if the check continues in the background. The counts are those until now. */
    finished: z.boolean(),
  }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, async (team) => {
      const counts = noCounts()
      const checking = evaluateTeam(actor, team.id, {
        everything: input.everything,
        now: new Date(),
        onPortion: (portion) => addCounts(counts, portion),
      })
      const finished = await Promise.race([
        checking.then(() => true),
        pause(PATIENCE_MS, false, { ref: false }),
      ])
      if (!finished) checking.catch((cause: unknown) => console.error("Checking alerts failed:", cause))
      return done({ ...counts, finished })
    }),
})
