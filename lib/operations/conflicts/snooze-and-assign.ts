import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { assignConflictRows } from "@/lib/db/teams/members"
import { commit } from "@/lib/db/infra/commit"
import { can } from "@/lib/memory/teams/actor"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { tellOfAssignment } from "../notifications/personal-notifications"
import { operation } from "../operation"
import {
  assigneeInput,
  assigneeOf,
  snoozedOutput,
  snoozeFor,
  idsToSnooze,
  untilWhen,
} from "../teams/snooze-and-assign"
import { inEachTeam, inTeam } from "../teams/team-and-project"
import { findConflicts } from "./find/find"
import { NO_CONFLICT, visibleConflicts } from "./conflicts"

export const snoozeConflicts = operation({
  name: "conflict.snooze",
  summary: "Snooze conflicts for yourself until a specified time, or unsnooze them.",
  method: "PUT",
  path: "/conflicts/snooze",
  right: "read",
  input: z.object({ conflicts: idsToSnooze, until: untilWhen }),
  output: snoozedOutput,
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

export const assignConflicts = operation({
  name: "conflict.assign",
  summary: "Assign open conflicts to yourself or another team member, or unassign them.",
  method: "PUT",
  path: "/conflicts/assignee",
  right: "curate",
  input: z.object({ conflicts: z.array(z.string()).min(1).max(1_000), person: assigneeInput }),
  output: z.object({ assigned: z.number() }),
  async run(actor, input) {
    const rows = await visibleConflicts(actor, input.conflicts)
    if (rows.length === 0) return NO_CONFLICT
    const assigned = await inEachTeam(rows, async (teamId, group) => {
      if (!can(actor, "curate", { teamId })) return refused("forbidden", "only leads can assign conflicts")
      const assignee = await assigneeOf(actor, teamId, { person: input.person, field: "person" })
      if (!assignee.ok) return assignee
      const person = assignee.value?.id ?? null
      const ids = group.map((row) => row.id)
      return commit(
        actor,
        {
          kind: "conflict.assign",
          teamId,
          subject: `${ids.length} ${ids.length === 1 ? "conflict" : "conflicts"}`,
          detail: { person, conflicts: group.map(({ id, state }) => ({ id, state })) },
        },
        async (tx) => {
          const moved = await assignConflictRows(tx, teamId, { ids, person })
          const items = group
            .filter(({ id }) => moved.includes(id))
            .map(({ id, project }) => ({ id, place: project }))
          await tellOfAssignment(tx, actor, { teamId, kind: "conflict", person, items })
          return done(group.filter((row) => row.state === "open").length)
        },
      )
    })
    return assigned.ok ? done({ assigned: assigned.value }) : assigned
  },
})

export const sweepConflicts = operation({
  name: "conflict.sweep",
  summary: "Check for conflicts now, either in entries added since the last check or in all entries.",
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
