import { endOrRequestEnd } from "@/lib/db/coach/runs"
import { commit } from "@/lib/db/infra/commit"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../../operation"
import { reloadRun, findVisibleRun, runInput } from "./visible-run"
import { coachRunSubject } from "./store-written"
import { viewCoachRun } from "./view"
import { coachRun } from "./coach-run-outputs"

export const cancelCoachRun = operation({
  name: "coach-run.cancel",
  summary:
    "Cancel a run of the built-in coach. A queued run stops immediately, and a running one stops within about a second. If you retry the run, it continues where it stopped.",
  method: "POST",
  path: "/coach/runs/{run}/cancel",
  right: "coach",
  input: runInput,
  output: coachRun,
  async run(actor, { run }) {
    const found = await findVisibleRun(actor, "coach", run)
    if (!found.ok) return found
    const row = found.value
    if (row.state === "cancelled") return done(await viewCoachRun(row))
    const told = {
      kind: "coach-run.cancel",
      teamId: row.teamId,
      subject: coachRunSubject(row),
      detail: { kind: row.kind, by: row.byName },
    }
    const cancelled = await commit(actor, told, async (tx) =>
      (await endOrRequestEnd(tx, row.teamId, row.id)) === "neither"
        ? refused("conflict", "this run has already ended")
        : done(null),
    )
    return cancelled.ok ? reloadRun(row) : cancelled
  },
})
