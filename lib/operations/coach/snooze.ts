import { visibilitiesOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { isId } from "@/lib/db/infra/identifiers"
import { listSynthesisRows } from "@/lib/db/coach/syntheses"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { snoozedOutput, snoozeFor, idsToSnooze, untilWhen } from "../teams/snooze"
import { readableTeams } from "../teams/team-of"

export const snoozeSyntheses = operation({
  name: "synthesis.snooze",
  summary: "Snooze syntheses for yourself until a specified time, or unsnooze them.",
  method: "PUT",
  path: "/syntheses/snooze",
  right: "read",
  input: z.object({ syntheses: idsToSnooze, until: untilWhen }),
  output: snoozedOutput,
  run: (actor, { syntheses, until }) =>
    snoozeFor(actor, {
      what: "synthesis",
      kind: "synthesis.snooze",
      called: "syntheses",
      until,
      async find() {
        const teams = await readableTeams(actor, undefined)
        if (!teams.ok) return teams
        const rows = await listSynthesisRows({
          visible: visibilitiesOf(actor, teams.value),
          among: syntheses.filter(isId),
          take: syntheses.length,
        })
        return rows.length === 0 ? refused("not-found", `synthesis not found: ${syntheses[0]}`) : done(rows)
      },
      subjectOf: ([first, ...others]) =>
        others.length === 0 ? `“${first?.title}”` : `${others.length + 1} syntheses`,
    }),
})
