import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { findOpenRun, requeueCoachRun } from "@/lib/db/coach/runs"
import { commit } from "@/lib/db/infra/commit"
import type { CoachMethod } from "@/lib/memory/coach/kinds"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { coachOf } from "./choose-coach"
import { whyOverDailyTokens } from "./daily-tokens"
import { reloadRun, findVisibleRun, runInput } from "./visible-run"
import { coachRunSubject } from "./store-written"
import { viewCoachRun } from "./view"
import { coachRun } from "./coach-run-outputs"

export const retryCoachRun = operation({
  name: "coach-run.retry",
  summary:
    "Retry a failed or canceled run of the built-in coach. Earlier answers from a language model are reused at no extra cost.",
  method: "POST",
  path: "/coach/runs/{run}/retry",
  right: "coach",
  input: runInput,
  output: coachRun,
  async run(actor, { run }) {
    const found = await findVisibleRun(actor, "coach", run)
    if (!found.ok) return found
    const row = found.value
    if (row.state === "queued" || row.state === "running") return done(await viewCoachRun(row))
    if (row.state === "done") return refused("conflict", "this run is finished. Start a new run")
    const coach = coachOf(row.method as CoachMethod)
    if (!coach.ok) return coach
    const same = { projectId: row.projectId, kind: row.kind, agent: row.agentName, method: row.method }
    const told = {
      kind: "coach-run.retry",
      teamId: row.teamId,
      subject: coachRunSubject(row),
      detail: { kind: row.kind, method: row.method },
    }
    const queued = await commit(actor, told, async (tx) => {
      const open = await findOpenRun(wholeTeamUnchecked(row.teamId), same, tx)
      if (open) return refused("conflict", `the same run is already ${open.state}: run ${open.id}`)
      const beyond = await whyOverDailyTokens(tx, row.teamId, row)
      if (beyond) return beyond
      return (await requeueCoachRun(tx, row, coach.value.model)) ? done(null) : BEATEN
    }).catch((cause: { code?: string }) => {
      if (cause.code === "P2002") return BEATEN
      throw cause
    })
    return queued.ok ? reloadRun(row) : queued
  },
})

const BEATEN = refused(
  "conflict",
  "this run was already retried or requested by someone else. Refresh and check its status",
)
