import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { isId } from "@/lib/db/identifiers"
import { projectBound } from "@/lib/db/visible"
import { findSeedPlans, snoozeSeedPlans as snooze } from "@/lib/db/waiting-seed-plans"
import { groupBy } from "@/lib/memory/group"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { readableTeams } from "../team-of"

export const snoozeSeedPlans = operation({
  name: "seed.snooze",
  summary: "Put seed plans out of your own sight until a time, or back into it.",
  method: "PUT",
  path: "/seed/plans/snooze",
  right: "read",
  input: z.object({ plans: z.array(z.string()).min(1).max(1_000), until: z.iso.datetime({ offset: true }).nullable() }),
  output: z.object({ snoozed: z.number() }),
  async run(actor, input) {
    if (actor.kind !== "person") return refused("forbidden", "people snooze seed plans: sign in")
    const until = input.until === null ? null : new Date(input.until)
    if (until && until <= new Date()) return refused("invalid", "until: name a time to come")
    const teams = await readableTeams(actor, undefined)
    if (!teams.ok) return teams
    const rows = await findSeedPlans(teams.value.map((team) => ({ teamId: team.id, projectId: projectBound(actor) })), input.plans.filter(isId))
    if (rows.length === 0) return refused("not-found", `there is no seed plan ${input.plans[0]}, or you may not see it`)
    let snoozed = 0
    for (const [teamId, group] of groupBy(rows, (row) => row.teamId)) {
      const [first] = group
      const subject = group.length === 1 && first ? `the seed plan of ${first.agentName ?? first.category}` : `${group.length} seed plans`
      const outcome = await commit(actor, { kind: "seed.snooze", teamId, subject, detail: { until: input.until } }, async (tx) => done(await snooze(tx, teamId, { userId: actor.id, ids: group.map((row) => row.id), until })))
      if (!outcome.ok) return outcome
      snoozed += outcome.value
    }
    return done({ snoozed })
  },
})
