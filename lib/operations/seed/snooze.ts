import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { namesOfSeedPlans } from "@/lib/db/seed/plans"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { snoozedOutput, snoozeFor, idsToSnooze, untilWhen } from "../teams/snooze"
import { readableTeams } from "../teams/team-of"

export const snoozeSeedPlans = operation({
  name: "seed.snooze",
  summary: "Snooze seed plans for yourself until a specified time, or unsnooze them.",
  method: "PUT",
  path: "/seed/plans/snooze",
  right: "read",
  input: z.object({ plans: idsToSnooze, until: untilWhen }),
  output: snoozedOutput,
  run: (actor, { plans, until }) =>
    snoozeFor(actor, {
      what: "seed plan",
      kind: "seed.snooze",
      called: "seed plans",
      until,
      async find() {
        const teams = await readableTeams(actor, undefined)
        if (!teams.ok) return teams
        const rows = await namesOfSeedPlans(visibilitiesOf(actor, teams.value), plans)
        return rows.length === 0 ? refused("not-found", `seed plan not found: ${plans[0]}`) : done(rows)
      },
      subjectOf: ([first, ...others]) =>
        others.length === 0 && first
          ? `the seed plan for ${first.agentName ?? first.category}`
          : `${others.length + 1} seed plans`,
    }),
})
