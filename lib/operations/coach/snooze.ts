import { z } from "zod"
import { commit } from "@/lib/db/commit"
import { isId } from "@/lib/db/identifiers"
import { listSynthesisRows } from "@/lib/db/syntheses"
import { projectBound } from "@/lib/db/visible"
import { snoozeSyntheses as snooze } from "@/lib/db/waiting-syntheses"
import { groupBy } from "@/lib/memory/group"
import { done, refused } from "@/lib/memory/outcome"
import { operation } from "../operation"
import { readableTeams } from "../team-of"

export const snoozeSyntheses = operation({
  name: "synthesis.snooze",
  summary: "Put syntheses out of your own sight until a time, or back into it.",
  method: "PUT",
  path: "/syntheses/snooze",
  right: "read",
  input: z.object({ syntheses: z.array(z.string()).min(1).max(1_000), until: z.iso.datetime({ offset: true }).nullable() }),
  output: z.object({ snoozed: z.number() }),
  async run(actor, input) {
    if (actor.kind !== "person") return refused("forbidden", "people snooze syntheses: sign in")
    const until = input.until === null ? null : new Date(input.until)
    if (until && until <= new Date()) return refused("invalid", "until: name a time to come")
    const teams = await readableTeams(actor, undefined)
    if (!teams.ok) return teams
    const rows = await listSynthesisRows({ places: teams.value.map((team) => ({ teamId: team.id, projectId: projectBound(actor) })), among: input.syntheses.filter(isId), take: input.syntheses.length })
    if (rows.length === 0) return refused("not-found", `there is no synthesis ${input.syntheses[0]}, or you may not see it`)
    let snoozed = 0
    for (const [teamId, group] of groupBy(rows, (row) => row.teamId)) {
      const happening = { kind: "synthesis.snooze", teamId, subject: group.length === 1 ? `“${group[0]?.title}”` : `${group.length} syntheses`, detail: { until: input.until } }
      const outcome = await commit(actor, happening, async (tx) => done(await snooze(tx, teamId, { userId: actor.id, ids: group.map((row) => row.id), until })))
      if (!outcome.ok) return outcome
      snoozed += outcome.value
    }
    return done({ snoozed })
  },
})
