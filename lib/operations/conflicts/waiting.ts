import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { snoozed, snoozeFor, someToSnooze, untilWhen } from "../teams/snooze"
import { inTeam } from "../teams/team-of"
import { findConflicts } from "./find/find"
import { NO_CONFLICT, visibleConflicts } from "./find/find-conflict"

export const snoozeConflicts = operation({
  name: "conflict.snooze",
  summary: "Snooze conflicts for yourself until a time, or unsnooze them.",
  method: "PUT",
  path: "/conflicts/snooze",
  right: "read",
  input: z.object({ conflicts: someToSnooze, until: untilWhen }),
  output: snoozed,
  run: (actor, { conflicts, until }) =>
    snoozeFor(actor, {
      what: "conflict",
      kind: "conflict.snooze",
      called: "conflicts",
      until,
      async find() {
        const rows = await visibleConflicts(actor, conflicts)
        return rows.length === 0 ? NO_CONFLICT : done(rows)
      },
      subjectOf: ({ length }) => `${length} ${length === 1 ? "conflict" : "conflicts"}`,
    }),
})

export const sweepConflicts = operation({
  name: "conflict.sweep",
  summary: "Check for conflicts now: in entries added since the last check, or in all entries.",
  method: "POST",
  path: "/conflicts/sweep",
  right: "curate",
  input: z.object({ team: z.string(), everything: z.boolean().default(false) }),
  output: z.object({
    /**
     * Numbers of checked files, compared entries, new conflicts, open conflicts that no longer apply, and
     * files that could not be compared.
     */
    files: z.number(),
    entries: z.number(),
    found: z.number(),
    gone: z.number(),
    unchecked: z.number(),
  }),
  run: (actor, input) =>
    inTeam(actor, "curate", input.team, async (team) =>
      done(
        await findConflicts(actor, visibilityOf(actor, team.id), {
          because: "sweep",
          everything: input.everything,
        }),
      ),
    ),
})
