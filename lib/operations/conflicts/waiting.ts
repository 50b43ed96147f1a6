import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { snoozeConflicts as snooze } from "@/lib/db/conflicts"
import { groupBy } from "@/lib/memory/group"
import { done } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { inTeam } from "../team-of"
import { findConflicts } from "./find"
import { NO_CONFLICT, visibleConflicts } from "./find-conflict"
import { refused } from "@/lib/memory/outcome"

export const snoozeConflicts = operation({
  name: "conflict.snooze",
  summary: "Put conflicts out of your own sight until a time, or back into it.",
  method: "PUT",
  path: "/conflicts/snooze",
  right: "read",
  input: z.object({ conflicts: z.array(z.string()).min(1).max(1_000), until: z.iso.datetime({ offset: true }).nullable() }),
  output: z.object({ snoozed: z.number() }),
  async run(actor, input) {
    if (actor.kind !== "person") return refused("forbidden", "people snooze conflicts: sign in")
    const until = input.until === null ? null : new Date(input.until)
    if (until && until <= new Date()) return refused("invalid", "until: name a time to come")
    const rows = await visibleConflicts(actor, input.conflicts)
    if (rows.length === 0) return NO_CONFLICT
    let snoozed = 0
    for (const [teamId, group] of groupBy(rows, (row) => row.teamId)) {
      const happening = { kind: "conflict.snooze", teamId, subject: `${group.length} ${group.length === 1 ? "conflict" : "conflicts"}`, detail: { until: input.until } }
      const outcome = await commit(actor, happening, async (tx) => done(await snooze(tx, teamId, { userId: actor.id, ids: group.map((row) => row.id), until })))
      if (!outcome.ok) return outcome
      snoozed += outcome.value
    }
    return done({ snoozed })
  },
})

export const sweepConflicts = operation({
  name: "conflict.sweep",
  summary: "Look for conflicts now: among what is new since the last time, or among everything.",
  method: "POST",
  path: "/conflicts/sweep",
  right: "curate",
  input: z.object({ team: z.string(), everything: z.boolean().default(false) }),
  output: z.object({
    /** Files that were looked at, entries that were compared, conflicts that are new, and open ones that have settled by themselves. */
    files: z.number(), entries: z.number(), found: z.number(), gone: z.number(),
  }),
  run: (actor, input) => inTeam(actor, "curate", input.team, async (team) => done(await findConflicts(actor, team.id, { because: "sweep", everything: input.everything }))),
})
