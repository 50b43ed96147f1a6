import { z } from "zod"
import { done } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { inTeam } from "../team-of"
import { evaluateTeam } from "./evaluate"

export const evaluateAlerts = operation({
  name: "alert.evaluate",
  summary: "Look now at what changed since the last look, or at everything, and say what became of alerts.",
  method: "POST",
  path: "/alerts/evaluate",
  right: "curate",
  input: z.object({ team: z.string(), everything: z.boolean().default(false) }),
  output: z.object({
    /** Looks at memory files, agents and projects; 0 too while they are looked at already. */
    evaluated: z.number(),
    raised: z.number(),
    changed: z.number(),
    resolved: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, async (team) =>
      done(await evaluateTeam(actor, team.id, { everything: input.everything, now: new Date() })),
    ),
})
